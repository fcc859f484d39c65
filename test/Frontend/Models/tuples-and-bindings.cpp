// What an operator returns as a tuple is taken apart with operator.getitem.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::LSTM lstm = register_module("lstm", torch::nn::LSTM(4, 4));
  std::tuple<torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    auto [output, state] = lstm->forward(x);
    torch::Tensor hidden, cell;
    std::tie(hidden, cell) = state;
    auto top = std::get<0>(output.max(1));
    return {top + hidden, cell};
  }
};

// CHECK: %lstm : {{.*}}call_module[target=lstm](args = (%x,)
// CHECK: %getitem : {{.*}}operator.getitem](args = (%lstm, 0)
// CHECK: %getitem_1 : {{.*}}operator.getitem](args = (%lstm, 1)
// CHECK: %getitem_2 : {{.*}}operator.getitem](args = (%getitem_1, 0)
// CHECK: %getitem_3 : {{.*}}operator.getitem](args = (%getitem_1, 1)
// CHECK: %max_1 : {{.*}}call_method[target=max](args = (%getitem, 1)
// CHECK: %getitem_4 : {{.*}}operator.getitem](args = (%max_1, 0)
// CHECK: return (add, getitem_3)
