// Examples are on the CPU, and contiguous unless something made them otherwise; sizes()[dim() - 1]
// is a size.
// RUN: fx-clang-trace %s --input x=2x4 --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'x.is_cuda()' is false for the example inputs
    if (x.is_cuda()) x = x + 1;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'x.device()' is the CPU for the example inputs
    if (x.device().type() == torch::kCUDA) x = x + 2;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'x.t().is_contiguous()' is false for the example inputs
    if (!x.t().is_contiguous()) x = x + 3;
    // CHECK: operator.add](args = (%x, 3)
    // CHECK: %[[SIZE:.*]] : {{.*}}operator.getitem](args = (%size{{.*}}, %sub{{.*}})
    return x / x.sizes()[x.dim() - 1];
  }
};
