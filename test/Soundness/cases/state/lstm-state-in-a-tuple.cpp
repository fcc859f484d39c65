// AIM: The state of an LSTM is a tuple in a member.
// EXPECT: equal
// ARGS: --input=x=5x4x3
// INPUT: torch::randn({5, 4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::LSTM lstm{torch::nn::LSTMOptions(3, 2)};
  std::tuple<torch::Tensor, torch::Tensor> state{torch::zeros({1, 4, 2}), torch::zeros({1, 4, 2})};
  Net() { register_module("lstm", lstm); }
  torch::Tensor forward(torch::Tensor x) {
    auto [output, next] = lstm->forward(x, state);
    state = std::make_tuple(std::get<0>(next).detach().clone(), std::get<1>(next).detach().clone());
    return output;
  }
};
