// Where declarations make the modules; one that declares others too is cut. A parameter of the model is given to the new forward.
// RUN: %fx-clang-trace %s --root='Net' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:28-29 -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// CHECK:+struct BlockImpl : torch::nn::Module {
// CHECK-NEXT:+  torch::Tensor forward(torch::Tensor x, const torch::Tensor& scale) {
// CHECK-NEXT:+    x = a(x);
// CHECK-NEXT:+    x = torch::relu(b(x) * scale);
// CHECK-NEXT:+    return x;
// CHECK-NEXT:+  }
// CHECK-NEXT:+
// CHECK-NEXT:+  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))},
// CHECK-NEXT:+      b{register_module("b", torch::nn::Linear(4, 4))};
// CHECK-NEXT:+};
// CHECK-NEXT:+TORCH_MODULE(Block);
// CHECK-NEXT:+
// CHECK:-    x = a(x);
// CHECK-NEXT:-    x = torch::relu(b(x) * scale);
// CHECK-NEXT:+    x = block->forward(x, scale);
// CHECK:-  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))},
// CHECK-NEXT:-      b{register_module("b", torch::nn::Linear(4, 4))},
// CHECK-NEXT:-      c{register_module("c", torch::nn::Linear(4, 2))};
// CHECK-NEXT:+  Block block{register_module("block", Block())};
// CHECK-NEXT:+  torch::nn::Linear c{register_module("c", torch::nn::Linear(4, 2))};

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    x = torch::relu(b(x) * scale);
    return c(x);
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))},
      b{register_module("b", torch::nn::Linear(4, 4))},
      c{register_module("c", torch::nn::Linear(4, 2))};
  torch::Tensor scale = register_parameter("scale", torch::ones({4}));
};
