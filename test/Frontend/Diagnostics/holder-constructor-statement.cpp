// A holder's own constructor is what it hands to ModuleHolder; a statement in it is not passed over.
// RUN: not fx-clang-trace %s --root='Net(2)' -- 2>&1 | FileCheck %s
#include <torch/torch.h>
struct NetImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x; }
  void grow(int) {}
};
struct Net : torch::nn::ModuleHolder<NetImpl> {
  using torch::nn::ModuleHolder<NetImpl>::ModuleHolder;
  explicit Net(int n) : ModuleHolder(std::make_shared<NetImpl>()) {
    // CHECK: holder-constructor-statement.cpp:[[@LINE+1]]:{{[0-9]+}}: error: a statement in the constructor of a holder is not supported yet
    get()->grow(n);
  }
};
