// Normal numbers with tensors for their means or deviations are at::normal's: torch::normal, which
// hides it, takes numbers.
// RUN: fx-clang-trace %s --emit=cpp -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: at::normal(x, exp)
    // CHECK: at::normal(x, 2.0)
    // CHECK: at::normal(0.0, exp_1)
    // CHECK: torch::normal(0.0, 1.0, {2, 3})
    auto y = at::normal(x, x.exp()) + at::normal(x, 2.0) + at::normal(0.0, x.exp());
    return y + torch::normal(0.0, 1.0, {2, 3});
  }
};
