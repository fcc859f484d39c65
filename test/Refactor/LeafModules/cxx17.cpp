// The edited file includes fx/fx.h, which C++17 does not understand.
// RUN: cp %s %t.cpp
// RUN: not fx-clang-trace %t.cpp --rules=leaf-modules -i -- -std=c++17 2>&1 | FileCheck %s
// RUN: diff %s %t.cpp
// RUN: fx-clang-trace %t.cpp --rules=leaf-modules -i -- -std=c++20
// RUN: not diff %s %t.cpp
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(x); }
};
TORCH_MODULE(Block);

struct NetImpl : torch::nn::Module {
  NetImpl() { register_module("block", block); }
  torch::Tensor forward(torch::Tensor x) { return block(x); }
  Block block;
};
TORCH_MODULE(Net);

// CHECK: error: '{{.*}}cxx17.cpp.tmp.cpp' includes 'fx/fx.h', which needs C++20, and its compile command asks for an older standard [runtime-headers-need-cxx20]
// CHECK: error: the change cannot be made in place: the edited source does not trace
