// AIM: matmul of shapes that do not fit throws c10::Error, which the model expects.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor weight;
  Net() { weight = register_buffer("weight", torch::ones({4, 2})); }
  torch::Tensor forward(torch::Tensor x) {
    try {
      return torch::matmul(x, weight);
    } catch (const c10::Error&) {
      return torch::matmul(x.t(), weight);
    }
  }
};
