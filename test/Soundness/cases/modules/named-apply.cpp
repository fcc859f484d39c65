// AIM: named_apply hands out the dotted path of each module, and "" for the root.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Sequential body{torch::nn::Linear(3, 3), torch::nn::Tanh()};
  int64_t letters = 0;
  Net() {
    register_module("body", body);
    apply([this](const std::string& name, torch::nn::Module&) { letters += name.size() + 1; },
          "net");
  }
  torch::Tensor forward(torch::Tensor x) { return body->forward(x) * letters; }
};
