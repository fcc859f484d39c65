// A whole ResNet by names; and two shapes of the source that never go together.
// RUN: fx-clang-trace %S/../../CodeGen/Cost/published.cpp --root='ResNet()' --mode=eval '--passes=shape-prop<x=Nx3xHxW>' --print-meta -- 2>&1 | FileCheck %s --implicit-check-not='another than'
// RUN: not %fx-clang-trace %s '--passes=shape-prop<x=NxC>' -- 2>&1 | FileCheck %s --check-prefix=NEVER
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto both = torch::cat({x, x, x[0].unsqueeze(0)}, 0);
    auto twice = torch::cat({x, x}, 0);
    // NEVER: sizes-with-names.cpp:[[@LINE+3]]:{{[0-9]+}}: error: 'add' fails for all sizes: with C = {{[0-9]+}}, N = {{[0-9]+}}, The size of tensor a
    // NEVER: note: 'cat' is [2 * N + 1, C] at {{.*}}sizes-with-names.cpp:[[@LINE-3]]:
    // NEVER: note: 'cat_1' is [2 * N, C] at {{.*}}sizes-with-names.cpp:[[@LINE-3]]:
    return both + twice;
  }
};
// CHECK: %layers_0 : {{.*}}symbolic_shape: ("N", 64, "(H + 1) // 2", "(W + 1) // 2")
// CHECK: %layers_3 : {{.*}}symbolic_shape: ("N", 64, "(H + 3) // 4", "(W + 3) // 4")
// CHECK: %layers_11_conv2 : {{.*}}symbolic_shape: ("N", 512, "(H + 31) // 32", "(W + 31) // 32")
// CHECK: %flatten : {{.*}}symbolic_shape: ("N", 512)
// CHECK: %fc : {{.*}}symbolic_shape: ("N", 1000)
