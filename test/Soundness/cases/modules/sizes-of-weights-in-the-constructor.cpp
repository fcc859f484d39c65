// AIM: The constructor knows the sizes of the tensors and weights that it made.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 5};
  torch::nn::Conv2d conv{torch::nn::Conv2dOptions(4, 6, {3, 1}).groups(2)};
  torch::nn::Linear second{nullptr};
  torch::Tensor scale, table;
  int64_t total = 0;
  Net() {
    register_module("first", first);
    register_module("conv", conv);
    second = register_module("second", torch::nn::Linear(first->weight.size(0), 2));
    scale = register_parameter("scale", torch::ones({2}) * 3);
    table = torch::zeros({2, 3});
    table.unsqueeze_(0);
    for (const auto& parameter : named_parameters())
      total += parameter.value().numel() * parameter.value().dim();
    if (conv->weight.size(1) == 2 && conv->weight.size(-1) == 1) total += 1000;
    if (scale.size(0) == 2) total += 20000;
  }
  torch::Tensor forward(torch::Tensor x) {
    return second(first(x)) * scale / static_cast<double>(total) + table.sum();
  }
};
