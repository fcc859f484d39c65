// The members of a submodule are made where it was made, and its statements stand where it was called. A name that the model has gets that of the submodule before it.
// RUN: %fx-clang-trace %s --root='Net' '--refactor=inline-submodule<target=block>' -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// RUN: FileCheck %s --check-prefix=SAID --input-file=%t.err
// SAID: remark: saved weights: what is 'block.bn.*' there is 'bn.*' in the model now
// SAID: remark: saved weights: what is 'block.conv.*' there is 'block_conv.*' in the model now
// SAID: remark: saved weights: what is 'block.drop.*' there is 'drop.*' in the model now
// SAID: remark: the class BlockImpl stays where it is: other code may use it
// CHECK:-    block = register_module("block", Block(width, width));
// CHECK-NEXT:+    auto options = torch::nn::Conv2dOptions(width, width, 3).padding(1);
// CHECK-NEXT:+    block_conv = register_module("block_conv", torch::nn::Conv2d(options)); // the same size
// CHECK-NEXT:+    bn = register_module("bn", torch::nn::BatchNorm2d(width));
// CHECK-NEXT:+    drop = register_module("drop", torch::nn::Dropout(0.1));
// CHECK:-    x = block->forward(y).mean({2, 3});
// CHECK-NEXT:+    auto block_y = block_conv(y); // convolved
// CHECK-NEXT:+    block_y = torch::relu(bn(block_y));
// CHECK-NEXT:+    x = (drop(block_y) + y).mean({2, 3});
// CHECK:-  Block block{nullptr};
// CHECK-NEXT:+  torch::nn::Conv2d block_conv{nullptr};
// CHECK-NEXT:+  torch::nn::BatchNorm2d bn{nullptr};
// CHECK-NEXT:+  torch::nn::Dropout drop{nullptr};

#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  BlockImpl(int64_t in, int64_t width, double p = 0.1) {
    auto options = torch::nn::Conv2dOptions(in, width, 3).padding(1);
    conv = register_module("conv", torch::nn::Conv2d(options)); // the same size
    bn = register_module("bn", torch::nn::BatchNorm2d(width));
    drop = register_module("drop", torch::nn::Dropout(p));
  }
  torch::Tensor forward(torch::Tensor x) {
    auto y = conv(x); // convolved
    y = torch::relu(bn(y));
    return drop(y) + x;
  }
  torch::nn::Conv2d conv{nullptr};
  torch::nn::BatchNorm2d bn{nullptr};
  torch::nn::Dropout drop{nullptr};
};
TORCH_MODULE(Block);

struct NetImpl : torch::nn::Module {
  explicit NetImpl(int64_t width = 8) {
    conv = register_module("conv", torch::nn::Conv2d(3, width, 3));
    block = register_module("block", Block(width, width));
    head = register_module("head", torch::nn::Linear(width, 4));
  }
  torch::Tensor forward(torch::Tensor x) {
    auto y = conv(x);
    x = block->forward(y).mean({2, 3});
    return torch::softmax(head(x), 1);
  }
  torch::nn::Conv2d conv{nullptr};
  Block block{nullptr};
  torch::nn::Linear head{nullptr};
};
TORCH_MODULE(Net);
