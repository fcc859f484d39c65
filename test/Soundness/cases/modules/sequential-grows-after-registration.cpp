// AIM: A Sequential is shared by handle: what is pushed after its registration belongs to it.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Sequential body;
  Net() {
    auto same = register_module("body", body);
    body->push_back(torch::nn::Linear(3, 4));
    same->push_back("act", torch::nn::Tanh());
    auto copy = same;
    copy->push_back(torch::nn::Linear(4, 2));
  }
  torch::Tensor forward(torch::Tensor x) { return body->forward(x) + double(body->size()); }
};
