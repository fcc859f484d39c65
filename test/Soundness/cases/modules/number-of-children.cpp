// AIM: children() counts direct children only; modules() counts the module itself as well.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Sequential body{torch::nn::Linear(3, 3), torch::nn::ReLU()};
  torch::nn::Linear head{3, 3};
  int64_t direct = 0, all = 0, without_self = 0;
  Net() {
    register_module("body", body);
    register_module("head", head);
    direct = children().size();
    without_self = modules(/*include_self=*/false).size();
    for (const auto& item : named_children())
      all += item.key().size();
  }
  torch::Tensor forward(torch::Tensor x) {
    return head(body->forward(x)) + direct * 100 + without_self * 10 + all;
  }
};
