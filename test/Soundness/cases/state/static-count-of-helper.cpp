// AIM: A static data member of a helper class counts uses over all calls.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Warmup {
  static int steps;
  static double factor() {
    ++steps;
    return steps < 3 ? 0.1 * steps : 1.0;
  }
};
int Warmup::steps = 0;
struct Net : torch::nn::Module {
  torch::nn::Linear fc{3, 2};
  Net() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) { return fc(x) * Warmup::factor(); }
};
