// AIM: flatten_parameters() of a recurrent layer changes nothing.
// EXPECT: equal
// INPUT: torch::randn({2, 5, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::LSTM rnn{torch::nn::LSTMOptions(3, 4).batch_first(true)};
  Net() {
    register_module("rnn", rnn);
    rnn->flatten_parameters();
  }
  torch::Tensor forward(torch::Tensor x) {
    rnn->flatten_parameters();
    return std::get<0>(rnn(x)).select(1, -1);
  }
};
