// The weights of an attention are defined unless need_weights is false.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::MultiheadAttention attention{torch::nn::MultiheadAttentionOptions(4, 2)};
  Net() { register_module("attention", attention); }
  // CHECK: operator.add{{.*}} 21
  torch::Tensor forward(torch::Tensor x) {
    auto [with, weights] = attention(x, x, x);
    auto [without, none] = attention(x, x, x, torch::Tensor(), false);
    return with + without + ((weights.defined() ? 1 : 2) + (none.defined() ? 10 : 20));
  }
};
