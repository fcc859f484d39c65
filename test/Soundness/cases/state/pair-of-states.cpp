// AIM: A pair of tensors is the state.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::pair<torch::Tensor, torch::Tensor> state{torch::zeros({3}), torch::ones({3})};
  torch::Tensor forward(torch::Tensor x) {
    auto [h, c] = state;
    state = {c * 0.5, torch::sigmoid(h + c)};
    return x * state.first + state.second;
  }
};
