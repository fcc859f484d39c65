// AIM: The state of an LSTM is carried from step to step.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::LSTMCell cell{3, 3};
  torch::nn::GRU gru{torch::nn::GRUOptions(3, 3).num_layers(2).batch_first(true)};
  Net() {
    register_module("cell", cell);
    register_module("gru", gru);
  }
  torch::Tensor forward(torch::Tensor x) {
    auto h = torch::zeros_like(x), c = torch::zeros_like(x);
    for (int i = 0; i < 3; ++i)
      std::tie(h, c) = cell(x + i, std::make_tuple(h, c));
    auto [out, last] = gru(h.unsqueeze(1));
    return out.squeeze(1) + last[1] + c;
  }
};
