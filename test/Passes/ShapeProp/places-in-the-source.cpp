// shape-prop on a model from source: what does not fit is said at its line, in both modes.
// RUN: not %fx-clang-trace %s '--passes=shape-prop<x=2x3x8x8;y=2x8>' -- 2>&1 | FileCheck %s
// RUN: %fx-clang-trace %s '--passes=shape-prop<x=2x4x8x8;y=2x8>' --print-meta -- 2>&1 | FileCheck %s --check-prefix=FITS
// RUN: not %fx-clang-trace %s '--passes=shape-prop<x=2x4x8x8;y=2x9>' --print-meta -- 2>&1 | FileCheck %s --check-prefix=TRAINING
// The shapes of a trace on other inputs are forgotten.
// RUN: %fx-clang-trace %s --input x=3x4x8x8 --input y=3x8 '--passes=shape-prop<x=2x4x8x8;y=2x8>' --print-meta -- 2>&1 | FileCheck %s --check-prefix=FITS
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  Net() { fc = register_module("fc", torch::nn::Linear(4, 8)); }
  torch::Tensor forward(torch::Tensor x, torch::Tensor y) {
    auto pooled = x.mean({2, 3});
    // CHECK: places-in-the-source.cpp:[[@LINE+3]]:{{[0-9]+}}: error: 'fc' fails with the example inputs: mat1 and mat2 shapes cannot be multiplied (2x3 and 4x8) [shapes-refused]
    // CHECK: note: 'mean' is float32[2, 3] at {{.*}}places-in-the-source.cpp:[[@LINE-2]]:
    // CHECK: note: 'fc.weight' is float32[8, 4]
    auto out = fc(pooled);
    // TRAINING: places-in-the-source.cpp:[[@LINE+2]]:{{[0-9]+}}: error: 'add' fails with the example inputs: The size of tensor a (8) must match the size of tensor b (9)
    // TRAINING: note: the input 'y' is float32[2, 9] at {{.*}}places-in-the-source.cpp:[[@LINE-7]]:
    if (is_training()) out = out + y;
    return out;
  }
};
// FITS: %fc : {{.*}}tensor_meta: {"shape": (2, 8)
// FITS: add{{.*}}tensor_meta: {"shape": (2, 8)
