// AIM: A helper that returns a reference to its argument.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

static torch::Tensor& scaled(torch::Tensor& t, double by) {
  return t.mul_(by);
}
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    scaled(x, 2).add_(1);
    auto y = scaled(x, 3);
    y.sub_(1);
    return x;
  }
};
