// A tensor that forward moves to where its inputs are is the same in each call, whoever keeps it.
// RUN: fx-clang-trace %s --root=Net --emit=fx -- | FileCheck %s
// RUN: fx-clang-trace %s --root=Net --verify --input x=2x4 -- 2>&1 | FileCheck %s --check-prefix=VERIFIED
// RUN: not fx-clang-trace %s --root=Converted -- 2>&1 | FileCheck %s --check-prefix=CONVERTED
// RUN: not fx-clang-trace %s --root=Written -- 2>&1 | FileCheck %s --check-prefix=WRITTEN
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    table = torch::arange(4).to(torch::kFloat);
    scale = register_buffer("scale", torch::ones({4}));
  }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: %to : {{.*}}call_method[target=to](args = (%_tensor_constant0,), kwargs = {device: %getattr_1})
    table = table.to(x.device());
    // CHECK: %to_1 : {{.*}}call_method[target=to](args = (%scale,), kwargs = {device: %getattr_2})
    scale = scale.to(x.device());
    return x * scale + table;
  }
  torch::Tensor table, scale;
};
// VERIFIED: eval: the same in 2 calls

struct Converted : torch::nn::Module {
  Converted() { table = torch::arange(4); }
  torch::Tensor forward(torch::Tensor x) {
    // CONVERTED: :[[@LINE+1]]:{{[0-9]+}}: error: forward changes the member 'table' here, and a later call reads it
    table = table.to(x.scalar_type());
    return x + table;
  }
  torch::Tensor table;
};

// On another device a graph would write to a new copy in each call.
struct Written : torch::nn::Module {
  Written() { table = torch::zeros({4}); }
  torch::Tensor forward(torch::Tensor x) {
    // WRITTEN: :[[@LINE+1]]:{{[0-9]+}}: error: forward changes the member 'table' here, and a later call reads it
    table = table.to(x.device());
    table.add_(1);
    return x + table;
  }
  torch::Tensor table;
};
