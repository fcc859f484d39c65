// AIM: TensorOptions of a factory say whether the new tensor requires gradients.
// EXPECT: equal
// INPUT: torch::randn({3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::vector<torch::Tensor> forward(torch::Tensor x) {
    auto none = torch::zeros({3}, x.options().requires_grad(false));
    auto leaf = torch::ones({3}, torch::TensorOptions().dtype(x.dtype()).requires_grad(true));
    auto like = torch::full({3}, 2.0, torch::requires_grad(true));
    return {none + x, leaf * x, like};
  }
};
