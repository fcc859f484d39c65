// Only what the output that differs comes of is to blame, writes to memory among it.
// REQUIRES: libtorch
// RUN: bash -c "fx-clang-trace %s --root='Two()' --verify=eval --input 2x3x8x8 --passes=fuse-conv-bn --rules=%S/Inputs/tanh-as-sigmoid.cpp --; test \$? = 1" 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: bash -c "fx-clang-trace %s --root='Shared()' --verify=eval --input 2x4 --rules=%S/Inputs/tanh-in-place.cpp --; test \$? = 1" 2>&1 | FileCheck %s --check-prefix=SHARED
#include <iostream>
#include <torch/torch.h>

struct TwoImpl : torch::nn::Module {
  torch::nn::Conv2d conv = register_module("conv", torch::nn::Conv2d(3, 4, 3));
  torch::nn::BatchNorm2d bn = register_module("bn", torch::nn::BatchNorm2d(4));
  std::tuple<torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    std::cout << "traced, same and differs: a model may print\n";
    auto z = x * 3;
    auto y = bn(conv(x));
    // TWO: eval: output 1: {{.*}}: DIFFERENT
    // TWO: which-output-differs.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: in eval mode %sigmoid (torch.sigmoid) is the first node whose value differs{{$}}
    return {y, torch::tanh(z)};
  }
};
TORCH_MODULE(Two);

struct SharedImpl : torch::nn::Module {
  torch::nn::Linear fc = register_module("fc", torch::nn::Linear(4, 4));
  std::tuple<torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    auto h = fc(x);
    // SHARED: which-output-differs.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: in eval mode %tanh_ (tanh_) is the first node whose value differs
    auto y = torch::tanh(h);
    return {h * 3, y};
  }
};
TORCH_MODULE(Shared);
