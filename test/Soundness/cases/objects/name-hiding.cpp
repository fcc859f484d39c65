// AIM: A function of a derived class hides all of that name in its base, unless using brings them.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Ops {
  torch::Tensor scale(torch::Tensor x, int k) { return x * k; }
  torch::Tensor shift(torch::Tensor x, int k) { return x + k; }
};
struct Net : torch::nn::Module, Ops {
  using Ops::shift;
  torch::Tensor scale(torch::Tensor x, double k) { return x * k + 10; }
  torch::Tensor shift(torch::Tensor x, double k) { return x - k; }
  torch::Tensor forward(torch::Tensor x) {
    return scale(x, 3) + Ops::scale(x, 2.9) + shift(x, 4) + shift(x, 4.5);
  }
};
