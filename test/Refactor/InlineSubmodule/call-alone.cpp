// The call of a submodule is written out and its modules stay: the model reaches its members, methods and mode through the
// member that holds it. No key of saved weights changes.
// RUN: %fx-clang-trace %s --root=Net '--refactor=inline-submodule<target=block;call>' -- 2>&1 | FileCheck %s --match-full-lines --strict-whitespace '--implicit-check-not=saved weights'
// RUN: %fx-clang-trace %s --root=Net '--refactor=inline-submodule<target=block;call>' --input 2x4x8x8 --verify -o %t.patch -- 2>&1 | FileCheck %s --check-prefix=SAME
// REQUIRES: libtorch
// CHECK:-    x = conv(block(x.relu()));
// CHECK-NEXT:+    torch::Tensor block_x = x.relu();
// CHECK-NEXT:+    auto y = block->conv->forward(block_x); // convolved
// CHECK-NEXT:+    if (block->is_training()) y = torch::dropout(y, 0.5, true);
// CHECK-NEXT:+    ++block->calls;
// CHECK-NEXT:+    x = conv(this->block->half(y) * block->scale);
// CHECK-NOT:-{{.*}}
// SAME: eval: the same in 2 calls
// SAME: train: the same in 2 calls

#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  BlockImpl() {
    register_module("conv", conv);
    register_parameter("scale", scale);
  }
  torch::Tensor forward(torch::Tensor x) {
    auto y = conv->forward(x); // convolved
    if (is_training()) y = torch::dropout(y, 0.5, true);
    ++calls;
    return this->half(y) * scale;
  }
  torch::Tensor half(torch::Tensor x) { return x / 2; }
  torch::nn::Conv2d conv{torch::nn::Conv2dOptions(4, 4, 1)};
  torch::Tensor scale = torch::ones({4, 1, 1});
  int64_t calls = 0;
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  Net() {
    register_module("block", block);
    register_module("other", other);
    register_module("conv", conv);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = conv(block(x.relu()));
    return other(x);
  }
  // Of another submodule: its half is not the model's.
  torch::Tensor half(torch::Tensor x) { return x / 3; }
  Block block, other;
  torch::nn::Conv2d conv{torch::nn::Conv2dOptions(4, 4, 1)};
};
