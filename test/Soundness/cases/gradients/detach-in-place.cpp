// AIM: detach_ cuts the handle itself from its history, and all that is made from it later.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc = register_module("fc", torch::nn::Linear(3, 3));
  torch::nn::Linear head = register_module("head", torch::nn::Linear(3, 2));
  torch::Tensor forward(torch::Tensor x) {
    auto features = fc(x).tanh();
    auto early = features.mean();
    features.detach_();
    return head(features) + early;
  }
};
