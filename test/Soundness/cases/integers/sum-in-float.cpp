// AIM: A sum in float differs from one in double.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    float f = 0;
    double d = 0;
    for (int i = 0; i < 1000; ++i)
      f += 0.1f, d += 0.1;
    return x * ((f - 100) * 1e6 + d);
  }
};
