// What is thrown counts: a second call in which one of the two throws and the other does not differs.
// REQUIRES: libtorch
// RUN: bash -c "fx-clang-trace %s --root=Limited --verify=eval --input 2x4 --; test \$? = 1" 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=Limited --keep-checks --verify=eval --input 2x4 -- 2>&1 | FileCheck %s --check-prefix=KEPT
#include <torch/torch.h>

struct Limited : torch::nn::Module {
  torch::Tensor steps = register_buffer("steps", torch::zeros({1}, torch::kLong));
  torch::Tensor forward(torch::Tensor x) {
    steps.add_(1);
    TORCH_CHECK((steps < 2).item<bool>(), "once only");
    return x * 2;
  }
};
// CHECK: eval, second call: exceptions: c10::Error is thrown (once only) in the original, nothing is thrown in the regenerated model: DIFFERENT
// CHECK: error: the regenerated model computes something else in eval mode, second call, and so does the graph as traced
// KEPT: eval: both throw: once only
// KEPT-NOT: DIFFERENT
