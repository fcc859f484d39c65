// What LibTorch does counts: smooth_l1_loss has beta as an option and as a parameter, and computes
// with the parameter; LibTorch 2 with either.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s --check-prefixes=CHECK,%if installed-libtorch-2 %{SINCE-2%} %else %{BEFORE-2%}
#include <torch/torch.h>

namespace F = torch::nn::functional;

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor y) {
    // BEFORE-2: [[@LINE+1]]:14: remark: LibTorch's 'smooth_l1_loss' does not look at the option 'beta'
    auto a = F::smooth_l1_loss(x, y, F::SmoothL1LossFuncOptions().beta(0.4));
    // BEFORE-2: %smooth_l1_loss : {{.*}}reduction: "mean", beta: 1.0}
    // SINCE-2: %smooth_l1_loss : {{.*}}reduction: "mean", beta: 0.4}
    // CHECK: %smooth_l1_loss_1 : {{.*}}reduction: "sum", beta: 0.4}
    auto b = F::smooth_l1_loss(x, y, F::SmoothL1LossFuncOptions(torch::kSum), 0.4);
    // CHECK: %softshrink : {{.*}}kwargs = {lambd: 0.3}
    return a + b + F::softshrink(x, F::SoftshrinkFuncOptions().lambda(0.3));
  }
};
