// AIM: A sum in long double is not the sum in double.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    long double s = 0;
    for (int i = 0; i < 10; ++i)
      s += 0.1L;
    return x * static_cast<double>((s - 1.0L) * 1e15L);
  }
};
