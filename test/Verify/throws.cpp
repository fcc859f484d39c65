// What the original throws on an input is named.
// REQUIRES: libtorch
// RUN: not fx-clang-trace %s --root=Picky --verify=eval -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Picky : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    TORCH_CHECK(x.min().item<float>() > 1000, "all has to be large");
    return x * 2;
  }
};
// CHECK: inputs: x=
// CHECK: error: Picky(): the original throws: all has to be large
// CHECK-SAME: say which inputs it takes: --input <parameter>=<sizes>
