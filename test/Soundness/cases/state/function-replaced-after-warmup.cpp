// AIM: A std::function member that assigns itself anew in its first call is another one later.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::function<torch::Tensor(torch::Tensor)> step;
  Net() {
    step = [this](torch::Tensor x) {
      auto y = x * 0.1;
      step = [](torch::Tensor z) { return z * 3; };
      return y;
    };
  }
  torch::Tensor forward(torch::Tensor x) { return step(x); }
};
