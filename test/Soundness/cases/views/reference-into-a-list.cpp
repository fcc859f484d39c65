// AIM: A reference into a vector of tensors rebinds the element.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<torch::Tensor> list{x, x * 2};
    auto& first = list[0];
    first = first + 1;
    list.front().mul_(2);
    return list[0] + list[1] - x;
  }
};
