// fx/fx.h is found without a folder in the command, and has LibTorch's headers precompiled before it.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s --implicit-check-not=remark:
#include <fx/fx.h>

struct Net : torch::nn::Module {
  // CHECK: %relu : {{.*}} = call_method[target=relu](args = (%x,), kwargs = {})
  at::Tensor forward(at::Tensor x) { return x.relu(); }
};
