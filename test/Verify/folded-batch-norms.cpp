// Of a model whose batch norms were folded the results are compared: fold() gives it the original's weights.
// REQUIRES: libtorch
// RUN: %fx-clang-trace %s --mode=eval --passes='fuse-conv-bn<fold>' --input 2x3x8x8 --rewrite --verify -- 2>&1 | FileCheck %s
// CHECK: eval: output: 2x4x6x6:float32, largest difference
// CHECK: eval: the same in 2 calls: 1 input, 1 gradient, random numbers
// CHECK: +    layers->push_back(torch::nn::Identity());
// RUN: not %fx-clang-trace %s --mode=eval --passes='fuse-conv-bn<fold>' --input 2x3x8x8 --rewrite --verify --tolerance=0 -- 2>&1 | FileCheck %s --check-prefix=EXACT --implicit-check-not=+++
// EXACT: eval: output: 2x4x6x6:float32, largest difference {{.*}}: DIFFERENT

#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  NetImpl() {
    layers->push_back(torch::nn::Conv2d(torch::nn::Conv2dOptions(3, 4, 3).bias(false)));
    layers->push_back(torch::nn::BatchNorm2d(4));
    register_module("layers", layers);
  }
  torch::Tensor forward(torch::Tensor x) { return torch::relu(layers->forward(x)); }
  torch::nn::Sequential layers;
};
TORCH_MODULE(Net);
