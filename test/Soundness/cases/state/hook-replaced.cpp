// AIM: A function in a member is replaced by the call that runs it.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <functional>

struct Net : torch::nn::Module {
  std::function<torch::Tensor(torch::Tensor)> next = [](torch::Tensor t) { return t; };
  torch::Tensor forward(torch::Tensor x) {
    auto y = next(x);
    double by = 2;
    next = [by](torch::Tensor t) { return t * by; };
    return y;
  }
};
