// A module that forward makes has other weights in each call: an error, unless it has none.
// RUN: not fx-clang-trace %s --root=Net -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=Stateless -- 2>&1 | FileCheck %s --check-prefix=STATELESS
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto fc = torch::nn::Linear(3, 3);
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: this 'torch::nn::Linear' is made while forward runs, with new weights in each call
    return fc(x);
  }
};

struct Stateless : torch::nn::Module {
  // STATELESS-NOT: remark
  // STATELESS: call_module[target=re_lu]
  torch::Tensor forward(torch::Tensor x) { return torch::nn::ReLU()(x) * (is_training() ? 2 : 3); }
};
