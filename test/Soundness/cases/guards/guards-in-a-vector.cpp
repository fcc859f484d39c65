// AIM: Guards in a container end with their elements.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <memory>
#include <vector>

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3}, second{3, 3};
  Net() {
    register_module("first", first);
    register_module("second", second);
  }
  torch::Tensor forward(torch::Tensor x) {
    std::vector<std::unique_ptr<torch::AutoGradMode>> modes;
    modes.push_back(std::make_unique<torch::AutoGradMode>(false));
    auto y = first(x);
    modes.push_back(std::make_unique<torch::AutoGradMode>(true));
    auto z = second(x);
    modes.pop_back();
    auto w = second(x);
    modes.clear();
    return y + z + w + first(y);
  }
};
