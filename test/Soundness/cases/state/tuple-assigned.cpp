// AIM: A tuple of tensors is assigned whole.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::tuple<torch::Tensor, torch::Tensor> state{torch::zeros({3}), torch::ones({3})};
  torch::Tensor forward(torch::Tensor x) {
    state = std::make_tuple(std::get<1>(state) + 1, std::get<0>(state) * 2);
    return x * std::get<0>(state);
  }
};
