// AIM: detach_ cuts the handle itself from its history, and all that is made from it later.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{3, 3}, head{3, 2};
  Net() {
    register_module("fc", fc);
    register_module("head", head);
  }
  torch::Tensor forward(torch::Tensor x) {
    auto features = fc(x).tanh();
    auto early = features.mean();
    features.detach_();
    return head(features) + early;
  }
};
