// What quantize makes runs as C++ and as Python, and --verify says what it costs; in training it costs nothing.
// A model whose results are small differences of large numbers loses them, which is caught.
// REQUIRES: libtorch
// RUN: rm -rf %t && split-file %s %t
// RUN: fx-clang-trace %t/net.cpp --verify --input 2x3x8x8 --passes=quantize -- | FileCheck %s
// RUN: fx-clang-trace %t/net.cpp --verify --input 2x3x8x8 --passes='quantize<weights>,const-fold<weights>' -- | FileCheck %s
// RUN: fx-clang-trace %t/net.cpp --verify=eval --input 2x3x8x8 --passes=quantize --emit=python -o %t.py -- | FileCheck %s --check-prefix=PYTHON
// RUN: not fx-clang-trace %t/differences.cpp --verify=eval --input 4x4 --passes=quantize -- | FileCheck %s --check-prefix=LOST
// RUN: not fx-clang-trace %t/net.cpp --input 2x3x8x8 --passes=quantize --rewrite -- 2>&1 | FileCheck %s --check-prefix=EDIT
// EDIT: error: quantize does not edit source [quantize-in-place]
// CHECK: eval: output: 2x4:float32, largest difference {{0\.0[0-9]+|[0-9.]+e-0[0-9]}} absolute, {{0\.0[0-9]+|[0-9.]+e-0[0-9]}} relative
// CHECK: eval: the same in 2 calls
// CHECK: train: output: 2x4:float32, largest difference 0 absolute, 0 relative
// PYTHON: python eval: output: 2x4:float32, largest difference {{0\.0[0-9]+|[0-9.]+e-0[0-9]}} absolute
// LOST: eval: output: 4x4:float32, largest difference {{.*}}: DIFFERENT

//--- net.cpp
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Conv2d conv = register_module(
      "conv", torch::nn::Conv2d(torch::nn::Conv2dOptions(3, 8, 3).padding(1).stride(2)));
  torch::nn::Linear first = register_module("first", torch::nn::Linear(8, 16));
  torch::nn::Linear second = register_module("second", torch::nn::Linear(16, 4));
  torch::nn::Dropout dropout = register_module("dropout", torch::nn::Dropout(0.5));
  torch::Tensor forward(torch::Tensor x) {
    x = torch::relu(conv(x)).mean({2, 3});
    return second(dropout(torch::tanh(first(x))));
  }
};

//--- differences.cpp
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc = register_module("fc", torch::nn::Linear(4, 4));
  torch::Tensor forward(torch::Tensor x) { return fc(x + 1000) - fc(torch::full({4, 4}, 1000.0)); }
};
