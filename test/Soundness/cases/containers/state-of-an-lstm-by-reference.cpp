// AIM: References replace the output and the state in the nested tuple that an LSTM returns.
// EXPECT: equal
// INPUT: torch::randn({4, 2, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::LSTM rnn{3, 3};
  Net() { register_module("rnn", rnn); }
  torch::Tensor forward(torch::Tensor x) {
    auto result = rnn(x);
    auto& output = std::get<0>(result);
    output = output * 2;
    auto& [hidden, cell] = std::get<1>(result);
    hidden = hidden + cell;
    return std::get<0>(result) + std::get<0>(std::get<1>(result));
  }
};
