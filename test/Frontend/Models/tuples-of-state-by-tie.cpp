// std::tie gives a member that is a tuple the items of what a module returned: the next call, which
// begins with a tuple of its own, reads nothing of them.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() : lstm(torch::nn::LSTMOptions(4, 8)) {
    register_module("lstm", lstm);
    hidden = zeros();
  }
  std::tuple<torch::Tensor, torch::Tensor> zeros() {
    return std::make_tuple(torch::zeros({1, 1, 8}), torch::zeros({1, 1, 8}));
  }
  torch::Tensor forward(torch::Tensor x) {
    hidden = zeros();
    auto& cell = std::get<1>(hidden);
    torch::Tensor out;
    std::tie(out, hidden) = lstm(x, hidden);
    return out + cell;
  }
  torch::nn::LSTM lstm;
  std::tuple<torch::Tensor, torch::Tensor> hidden;
};
// CHECK-NOT: error
// CHECK: %lstm : {{.*}} = call_module[target=lstm](args = (%x, (%zeros, %zeros_1)), kwargs = {})
// CHECK: %[[OUT:.*]] : {{.*}} = call_function[target=operator.getitem](args = (%lstm, 0)
// CHECK: %[[STATE:.*]] : {{.*}} = call_function[target=operator.getitem](args = (%lstm, 1)
// CHECK: %[[CELL:.*]] : {{.*}} = call_function[target=operator.getitem](args = (%[[STATE]], 1)
// CHECK: operator.add](args = (%[[OUT]], %[[CELL]])
