// AIM: data_ptr gives the memory of a tensor, which plain C++ may write in the constructor.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor weights = torch::ones({3});
  Net() {
    float* values = weights.data_ptr<float>();
    for (int i = 0; i < 3; ++i)
      values[i] *= i + 2;
    register_buffer("weights", weights);
  }
  torch::Tensor forward(torch::Tensor x) { return x * weights; }
};
