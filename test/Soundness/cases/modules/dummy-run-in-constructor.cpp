// AIM: A run on zeros in the constructor tells the width of the next layer.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Sequential body{torch::nn::Linear(3, 6), torch::nn::ReLU()};
  torch::nn::Linear head{nullptr};
  Net() {
    register_module("body", body);
    auto probe = body->forward(torch::zeros({1, 3}));
    head = register_module("head", torch::nn::Linear(probe.size(1), 2));
  }
  torch::Tensor forward(torch::Tensor x) { return head(body->forward(x)); }
};
