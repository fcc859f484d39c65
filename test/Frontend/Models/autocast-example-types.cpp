// Under autocast, the shapes of examples hold and their types do not.
// REQUIRES: libtorch
// RUN: fx-clang-trace %s --root=Net --input 2x3 --emit=json -- | FileCheck %s
// RUN: not fx-clang-trace %s --root=Decides --input 2x3 -- 2>&1 | FileCheck %s --check-prefix=DECIDES
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  // CHECK: "name": "x"
  // CHECK: float32
  // CHECK: "name": "mm"
  // CHECK-NOT: float32
  // CHECK: "name": "mul"
  // CHECK-NOT: float32
  // CHECK: "name": "to"
  // CHECK: float32
  torch::Tensor forward(torch::Tensor x) {
    at::autocast::set_cpu_enabled(true);
    auto y = torch::mm(x, x.t());
    at::autocast::set_cpu_enabled(false);
    if (y.size(0) == 2) y = y * 2;
    return y.to(torch::kFloat);
  }
};

struct Decides : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    at::autocast::set_cpu_enabled(true);
    auto y = torch::mm(x, x.t());
    at::autocast::set_cpu_enabled(false);
    // DECIDES: :[[#@LINE+1]]:{{[0-9]+}}: error:
    if (y.element_size() == 4) return y * 2;
    return y;
  }
};
