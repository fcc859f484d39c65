// A holder of your own has the pointer to its module and nothing else.
// RUN: not fx-clang-trace %s --root='Net(2)' -- 2>&1 | FileCheck %s
#include <torch/torch.h>
struct NetImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x; }
};
struct Net : torch::nn::ModuleHolder<NetImpl> {
  using torch::nn::ModuleHolder<NetImpl>::ModuleHolder;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a member of a holder of your own is not supported yet
  explicit Net(int n) : ModuleHolder(std::make_shared<NetImpl>()), size(n) {}
  int size;
};
