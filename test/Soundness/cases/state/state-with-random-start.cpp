// AIM: A state that begins with random numbers draws them once.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear in{3, 3};
  torch::Tensor noise = torch::randn({3});
  Net() { register_module("in", in); }
  torch::Tensor forward(torch::Tensor x) {
    auto y = in(x) + noise;
    noise = torch::tanh(noise * 3);
    return y;
  }
};
