// AIM: A static local takes the value that its first caller gives; later ones get that too.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

static double scale_of(double wanted) {
  static const double scale = wanted * 2;
  return scale;
}
struct Net : torch::nn::Module {
  double early;
  Net() { early = scale_of(3); }
  torch::Tensor forward(torch::Tensor x) { return x * scale_of(50) + early; }
};
