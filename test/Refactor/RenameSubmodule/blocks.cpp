// All objects of a class that own it get the new name; a member with a mark behind the name keeps the mark.
// RUN: %fx-clang-trace %s --root=Net --refactor='rename-submodule<from=a.fc;to=proj>' -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// RUN: FileCheck %s --check-prefix=SAID --input-file=%t.err
// SAID-DAG: what is 'a.fc.*' there is 'a.proj.*'
// SAID-DAG: what is 'b.fc.*' there is 'b.proj.*'

#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  // CHECK:-  BlockImpl() { fc_ = register_module("fc", torch::nn::Linear(4, 4)); }
  // CHECK-NEXT:-  torch::Tensor forward(torch::Tensor x) { return fc_(x); }
  // CHECK-NEXT:-  torch::nn::Linear fc_{nullptr};
  // CHECK-NEXT:+  BlockImpl() { proj_ = register_module("proj", torch::nn::Linear(4, 4)); }
  // CHECK-NEXT:+  torch::Tensor forward(torch::Tensor x) { return proj_(x); }
  // CHECK-NEXT:+  torch::nn::Linear proj_{nullptr};
  BlockImpl() { fc_ = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) { return fc_(x); }
  torch::nn::Linear fc_{nullptr};
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  Net() {
    a = register_module("a", Block());
    b = register_module("b", Block());
  }
  torch::Tensor forward(torch::Tensor x) { return b(a(x)); }
  Block a{nullptr}, b{nullptr};
};
