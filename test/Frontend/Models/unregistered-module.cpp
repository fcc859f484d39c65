// A module that was never registered is called under its member's name, and generated code keeps it
// without registering it; a remark says what is in no state, and nothing where it has none.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --emit=cpp -- 2>/dev/null | FileCheck %s --check-prefix=CPP
// RUN: fx-clang-trace %s --emit=python -- 2>/dev/null | FileCheck %s --check-prefix=PYTHON
// RUN: fx-clang-trace %s -- 2>/dev/null > %t.fx
// RUN: fx-opt %t.fx | diff %t.fx -
// RUN: fx-clang-trace %s --emit=json -- 2>/dev/null | FileCheck %s --check-prefix=JSON
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::MaxPool2d pool{torch::nn::MaxPool2dOptions(2)};
  torch::nn::Linear fc{2, 3};
  torch::Tensor forward(torch::Tensor x) {
    // CHECK-NOT: remark
    x = pool(x);
    // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: remark: 'fc' was never registered: it stands in the graph under
    // CHECK-SAME: and 'fc.weight', 'fc.bias' are in no state dict
    // CHECK-NOT: remark
    x = fc(x);
    return torch::nn::ReLU()->forward(x);
  }
};
// CHECK: pool: torch::nn::MaxPool2d(kernel_size = 2)
// CHECK-NEXT: fc: unregistered torch::nn::Linear(in_features = 2, out_features = 3)
// CHECK: re_lu: torch::nn::ReLU()
// CHECK: call_module[target=pool](args = (%x,)
// CHECK: call_module[target=re_lu](args = (%fc,)

// CPP: pool = register_module("pool",
// CPP-NEXT: fc = torch::nn::Linear(torch::nn::LinearOptions(2, 3));
// PYTHON: object.__setattr__(self, "fc", torch.nn.Linear(in_features=2, out_features=3))
// JSON: "path": "fc", {{.*}}"registered": false
