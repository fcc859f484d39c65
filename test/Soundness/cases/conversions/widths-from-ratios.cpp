// AIM: A vector of int64_t that is given doubles one by one holds whole numbers.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Sequential body;
  Net() {
    std::vector<int64_t> widths{3};
    for (double ratio : {1.5, 0.7, 1.9})
      widths.push_back(widths.back() * ratio);
    for (size_t i = 0; i + 1 < widths.size(); ++i)
      body->push_back(torch::nn::Linear(widths[i], widths[i + 1]));
    register_module("body", body);
  }
  torch::Tensor forward(torch::Tensor x) { return body->forward(x); }
};
