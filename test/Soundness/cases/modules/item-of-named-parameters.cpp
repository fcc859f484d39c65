// AIM: An item of named_parameters() is used as a pointer to its tensor, in a loop.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{3, 3};
  Net() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) {
    auto penalty = torch::zeros({});
    for (const auto& item : named_parameters())
      if (item.key().find("weight") != std::string::npos) penalty = penalty + item->abs().mean();
    return fc(x) + penalty;
  }
};
