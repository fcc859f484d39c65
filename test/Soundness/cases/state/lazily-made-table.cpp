// AIM: A unique_ptr member is made in the first call and only read by later ones.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::unique_ptr<torch::Tensor> noise;
  torch::Tensor forward(torch::Tensor x) {
    if (!noise) noise = std::make_unique<torch::Tensor>(torch::rand({3}));
    return x + *noise;
  }
};
