// im2col takes lists as long as the image has dimensions, where a module takes one number for both.
// RUN: %fx-clang-trace %s --refactor=module-to-functional -- 2>/dev/null | FileCheck %s
// RUN: fx-clang-trace %s --refactor=module-to-functional --input 2x4x8x8 --verify -o %t.patch -- 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: train: the same in 2 calls

#include <torch/torch.h>

struct Net : torch::nn::Module {
  explicit Net(int64_t kernel = 3)
      : unfold(register_module("unfold",
                               torch::nn::Unfold(torch::nn::UnfoldOptions(kernel).padding(1)))) {}
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: + {{.*}}torch::im2col(x, unfold->options.kernel_size(), {1, 1}, {1, 1}, {1, 1});
    return unfold(x);
  }
  torch::nn::Unfold unfold;
};
