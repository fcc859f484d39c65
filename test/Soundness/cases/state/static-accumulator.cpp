// AIM: A static tensor accumulates.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    static torch::Tensor total = torch::zeros({3});
    total = total * 0.5 + 1;
    return x * total;
  }
};
