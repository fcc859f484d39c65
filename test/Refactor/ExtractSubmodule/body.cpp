// Statements of forward become a class, with the members that they alone use; what the constructor gives these is handed over.
// RUN: %fx-clang-trace %s --root='Net' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:48-50 -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// RUN: FileCheck %s --check-prefix=SAID --input-file=%t.err
// SAID: remark: saved weights: what is 'act.*' there is 'block.act.*' in the model now
// SAID: remark: saved weights: what is 'bn.*' there is 'block.bn.*' in the model now
// CHECK:+struct BlockImpl : torch::nn::Module {
// CHECK-NEXT:+  explicit BlockImpl(int64_t width) {
// CHECK-NEXT:+    bn = register_module("bn", torch::nn::BatchNorm2d(width)); // over channels
// CHECK-NEXT:+    act = register_module("act", torch::nn::SiLU());
// CHECK-NEXT:+  }
// CHECK-NEXT:+
// CHECK-NEXT:+  torch::Tensor forward(torch::Tensor x) {
// CHECK-NEXT:+    x = act(bn(x));
// CHECK-NEXT:+    // over the picture
// CHECK-NEXT:+    x = x.mean({2, 3});
// CHECK-NEXT:+    return x;
// CHECK-NEXT:+  }
// CHECK-NEXT:+
// CHECK-NEXT:+  torch::nn::BatchNorm2d bn{nullptr}; // moves along
// CHECK-NEXT:+  torch::nn::SiLU act{nullptr};
// CHECK-NEXT:+};
// CHECK-NEXT:+TORCH_MODULE(Block);
// CHECK-NEXT:+
// CHECK:-    bn = register_module("bn", torch::nn::BatchNorm2d(width)); // over channels
// CHECK-NEXT:-    act = register_module("act", torch::nn::SiLU());
// CHECK-NEXT:+    block = register_module("block", Block(width));
// CHECK:-    x = act(bn(x));
// CHECK-NEXT:-    // over the picture
// CHECK-NEXT:-    x = x.mean({2, 3});
// CHECK-NEXT:+    x = block->forward(x);
// CHECK:-  torch::nn::BatchNorm2d bn{nullptr}; // moves along
// CHECK-NEXT:-  torch::nn::SiLU act{nullptr};
// CHECK-NEXT:+  Block block{nullptr};

#include <torch/torch.h>

// A net.
struct NetImpl : torch::nn::Module {
  explicit NetImpl(int64_t width = 8) {
    conv = register_module("conv", torch::nn::Conv2d(3, width, 3));
    bn = register_module("bn", torch::nn::BatchNorm2d(width)); // over channels
    act = register_module("act", torch::nn::SiLU());
    head = register_module("head", torch::nn::Linear(width, 4));
  }

  torch::Tensor forward(torch::Tensor x) {
    x = conv(x);
    x = act(bn(x));
    // over the picture
    x = x.mean({2, 3});
    return torch::softmax(head(x), 1);
  }

  torch::nn::Conv2d conv{nullptr};
  torch::nn::BatchNorm2d bn{nullptr}; // moves along
  torch::nn::SiLU act{nullptr};
  torch::nn::Linear head{nullptr};
};
TORCH_MODULE(Net);
