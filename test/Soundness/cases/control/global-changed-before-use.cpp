// AIM: A global keeps the value that its initialiser gave it before another global changed.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

static double base_rate = 2;
static double derived_rate = base_rate * 10;
struct Net : torch::nn::Module {
  Net() { base_rate = 7; }
  torch::Tensor forward(torch::Tensor x) { return x * derived_rate + base_rate; }
};
