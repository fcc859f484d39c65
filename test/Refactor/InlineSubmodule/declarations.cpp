// Where declarations make the modules, in the order in which the submodule made its own: behind what its declarations made comes what its statements did.
// RUN: %fx-clang-trace %s --root='Net' '--refactor=inline-submodule<target=block>' -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// CHECK:-    x = block->forward(x);
// CHECK-NEXT:+    x = a(b(x));
// CHECK-NEXT:+    x = torch::relu(x);
// CHECK:-  Block block{register_module("block", Block())};
// CHECK-NEXT:+  torch::nn::Linear b{register_module("b", torch::nn::Linear(4, 4))};
// CHECK-NEXT:+  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};

#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  BlockImpl() { a = register_module("a", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    x = a(b(x));
    x = torch::relu(x);
    return x;
  }
  torch::nn::Linear a{nullptr};
  torch::nn::Linear b{register_module("b", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = block->forward(x);
    return c(x);
  }
  Block block{register_module("block", Block())};
  torch::nn::Linear c{register_module("c", torch::nn::Linear(4, 2))};
};
