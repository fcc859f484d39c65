// A graph runs on examples with complex32; what is quantized has no shape and fails nothing.
// REQUIRES: libtorch
// RUN: fx-clang-trace %s --input x=2x3 --emit=readable -- | FileCheck %s
// RUN: not fx-clang-trace %s --input x=2x3:float31 --emit=readable -- 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: --input x=2x3:float31: 'float31' is no dtype
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::vector<torch::Tensor> forward(torch::Tensor x) {
    return {// CHECK: {{.*}}: "c32[2, 3]" = {{.*}}complex32
            x.to(torch::kComplexHalf),
            // Known, but without a shape: the Meta device has no such tensors.
            // CHECK: {{.*}} = torch.quantize_per_tensor(x, 0.5, 1, torch.qint8)
            torch::quantize_per_tensor(x, 0.5, 1, torch::kQInt8)};
  }
};
