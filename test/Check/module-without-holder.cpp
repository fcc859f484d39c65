// The name of a class that ends with Impl promises a holder, which TORCH_MODULE declares.
// RUN: fx-clang-check --checks=module-without-holder %s -- 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: cp %s %t.cpp && fx-clang-check --checks=module-without-holder --fix --quiet %t.cpp -- >/dev/null 2>&1
// RUN: FileCheck %s --check-prefix=FIXED < %t.cpp
// RUN: %torch-cxx -std=c++17 -isystem /usr/include/torch/csrc/api/include -Wno-deprecated-declarations -O0 -c %t.cpp -o %t.o
#include <torch/torch.h>

namespace zoo {
struct BlockImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x; }
};
struct GoodImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x; }
};
TORCH_MODULE(Good);
struct SharedImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x; }
};
inline auto shared = std::make_shared<SharedImpl>();
struct BaseImpl : torch::nn::Module {};
struct DerivedImpl : BaseImpl {};
TORCH_MODULE(Derived);
} // namespace zoo

// CHECK: :[[@LINE-16]]:8: warning: 'BlockImpl' has no holder 'Block': TORCH_MODULE(Block) makes one [module-without-holder]
// FIXED: struct BlockImpl
// FIXED: };
// FIXED-NEXT: TORCH_MODULE(Block);
// FIXED-NEXT: struct GoodImpl
