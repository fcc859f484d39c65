// AIM: A static tensor is written in place.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    static torch::Tensor total = torch::zeros({3});
    total += x.detach().mean(0);
    return x * total;
  }
};
