// Tuples, lists, optional inputs, numbers and text.
// RUN: fx-clang-trace %s --root=Net --input x=2x3x8 --input 'hx=(1x3x8,1x3x8)' --input 'more=[2x3x8,2x3x8,2x3x8]' --input mask=none --input steps=2 --input twice=true --emit=fx -- 2>&1 | FileCheck %s
// By position, in the order of the parameters:
// RUN: fx-clang-trace %s --root=Net --input 2x3x8 --input '(1x3x8,1x3x8)' --input '[2x3x8,2x3x8,2x3x8]' --input none --input 2 --input true --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <optional>

struct NetImpl : torch::nn::Module {
  NetImpl() { register_module("lstm", lstm); }
  torch::Tensor forward(torch::Tensor x, std::tuple<torch::Tensor, torch::Tensor> hx,
                        std::vector<torch::Tensor> more, std::optional<torch::Tensor> mask,
                        int64_t steps, bool twice) {
    // CHECK: %hx : [num_users=2] = placeholder[target=hx]
    // CHECK: %mask : [num_users=0] = placeholder[target=mask]
    // CHECK: %getitem : {{.*}}(args = (%more, 0), kwargs = {})
    // CHECK: %getitem_2 : {{.*}}(args = (%more, 2), kwargs = {})
    // CHECK: %lstm :
    auto y = std::get<0>(lstm->forward(x, std::make_tuple(std::get<0>(hx), std::get<1>(hx))));
    // CHECK-COUNT-3: operator.add
    for (const auto& other : more)
      y = y + other;
    // CHECK-NOT: mask
    if (mask) y = y * *mask;
    // CHECK-COUNT-2: torch.relu
    for (int64_t i = 0; i < steps; ++i)
      y = torch::relu(y);
    // CHECK: torch.tanh
    if (twice) y = torch::tanh(y);
    return y;
  }
  torch::nn::LSTM lstm{torch::nn::LSTMOptions(8, 8)};
};
TORCH_MODULE(Net);
