// A module that was never registered is called under its member's name; a remark says what its state
// adds to that of the model, and nothing where it has none.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::MaxPool2d pool{torch::nn::MaxPool2dOptions(2)};
  torch::nn::Linear fc{2, 3};
  torch::Tensor forward(torch::Tensor x) {
    // CHECK-NOT: remark
    x = pool(x);
    // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: remark: 'fc' was never registered: it stands in the graph under
    // CHECK-SAME: a generated module has 'fc.weight', 'fc.bias' in its own
    // CHECK-NOT: remark
    x = fc(x);
    return torch::nn::ReLU()->forward(x);
  }
};
// CHECK: pool: torch::nn::MaxPool2d(kernel_size = 2)
// CHECK: re_lu: torch::nn::ReLU()
// CHECK: call_module[target=pool](args = (%x,)
// CHECK: call_module[target=re_lu](args = (%fc,)
