// AIM: A Sequential that is walked by hand, with the activations kept.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Sequential body;
  Net() {
    body->push_back("first", torch::nn::Linear(3, 4));
    body->push_back(torch::nn::ReLU());
    body->push_back("last", torch::nn::Linear(4, 3));
    register_module("body", body);
  }
  torch::Tensor forward(torch::Tensor x) {
    std::vector<torch::Tensor> kept;
    for (auto& module : *body) {
      x = module.forward(x);
      kept.push_back(x.mean());
    }
    return x + torch::stack(kept).sum() * int64_t(body->size());
  }
};
