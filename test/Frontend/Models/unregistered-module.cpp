// A module nobody registered is called under its member's name, with a remark.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::MaxPool2d pool{torch::nn::MaxPool2dOptions(2)};
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: remark: 'pool' was never registered: it stands in the graph under this name
    x = pool(x);
    // CHECK: remark: 're_lu' was never registered
    return torch::nn::ReLU()->forward(x);
  }
};
// CHECK: pool: torch::nn::MaxPool2d(kernel_size = 2)
// CHECK: re_lu: torch::nn::ReLU()
// CHECK: call_module[target=pool](args = (%x,)
// CHECK: call_module[target=re_lu](args = (%pool,)
