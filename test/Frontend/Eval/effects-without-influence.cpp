// Printing leaves no trace in the graph; a macro registers under the name it is given.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <iostream>
#include <torch/torch.h>
#define ADD_LINEAR(name, in, out) name = register_module(#name, torch::nn::Linear(in, out))

struct Net : torch::nn::Module {
  Net() {
    std::cout << "building " << 2 << std::endl;
    ADD_LINEAR(first, 4, 8);
  }
  torch::Tensor forward(torch::Tensor x) {
    std::cout << "input " << x.sizes() << "\n";
    return first(x.detach());
  }
  torch::nn::Linear first{nullptr};
};
// CHECK: first: torch::nn::Linear(in_features = 4, out_features = 8)
// CHECK: %detach : {{.*}}call_method[target=detach](args = (%x,)
// CHECK-NEXT: %first
// CHECK-NEXT: return %first
