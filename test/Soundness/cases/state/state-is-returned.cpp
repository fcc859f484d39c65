// AIM: What forward returns is the new state, and a remark says that it is no longer shared.
// EXPECT: equal: memory of its own
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor hidden = torch::zeros({3});
  torch::Tensor forward(torch::Tensor x) {
    auto y = hidden * 2;
    return hidden = torch::tanh(hidden + 1);
  }
};
