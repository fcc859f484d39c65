// Where the model makes its modules first and registers them later, those of the submodule are each in their turn. What is given to a parameter that the constructor changes is a variable.
// RUN: %fx-clang-trace %s --root='Net' '--refactor=inline-submodule<target=block>' -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// CHECK:-    block = Block(torch::nn::Conv2dOptions(3, width / 2, 3));
// CHECK-NEXT:+    torch::nn::Conv2dOptions options = torch::nn::Conv2dOptions(3, width / 2, 3);
// CHECK-NEXT:+    act = torch::nn::ReLU();
// CHECK-NEXT:+    options.bias(false);
// CHECK-NEXT:+    conv = torch::nn::Conv2d(options);
// CHECK-NEXT:+    norm = torch::nn::BatchNorm2d(options.out_channels());
// CHECK:-    register_module("block", block);
// CHECK-NEXT:+    register_module("conv", conv);
// CHECK-NEXT:+    register_module("norm", norm);
// CHECK:-    x = block->forward(x);
// CHECK-NEXT:+    x = conv(x);
// CHECK-NEXT:+    x = norm(x);
// CHECK-NEXT:+    x = act(x);
// CHECK:-  Block block{nullptr};
// CHECK-NEXT:+  torch::nn::Conv2d conv{nullptr};
// CHECK-NEXT:+  torch::nn::BatchNorm2d norm{nullptr};
// CHECK-NEXT:+  torch::nn::ReLU act{nullptr};

#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(torch::nn::Conv2dOptions options) {
    options.bias(false);
    conv = torch::nn::Conv2d(options);
    norm = torch::nn::BatchNorm2d(options.out_channels());
    register_module("conv", conv);
    register_module("norm", norm);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = conv(x);
    x = norm(x);
    return act(x);
  }
  torch::nn::Conv2d conv{nullptr};
  torch::nn::BatchNorm2d norm{nullptr};
  torch::nn::ReLU act; // is not registered
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  explicit Net(int64_t width = 8) {
    block = Block(torch::nn::Conv2dOptions(3, width / 2, 3));
    head = torch::nn::Linear(width / 2, 4);
    register_module("block", block);
    register_module("head", head);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = block->forward(x);
    return head(x.mean({2, 3}));
  }
  Block block{nullptr};
  torch::nn::Linear head{nullptr};
};
