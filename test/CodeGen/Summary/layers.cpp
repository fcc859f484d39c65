// Layers in the order they run, once for each run; parameters of the model's own; what is frozen.
// RUN: fx-clang-trace %s --input 2x4 --emit=summary -- | FileCheck %s
// RUN: not fx-clang-trace %s --emit=summary -- 2>&1 | FileCheck %s --check-prefix=SHAPES
// SHAPES: error: a summary needs shapes: give example inputs, --input x=1x3x224x224
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  BlockImpl() {
    register_module("fc", fc);
    scale = register_parameter("scale", torch::ones({4}), /*requires_grad=*/false);
  }
  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc->forward(x)) * scale; }
  torch::nn::Linear fc{4, 4};
  torch::Tensor scale;
};
TORCH_MODULE(Block);

struct NetImpl : torch::nn::Module {
  NetImpl() {
    register_module("block", block);
    register_module("head", head);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = head->forward(block->forward(x));
    return head->forward(x);
  }
  Block block;
  torch::nn::Linear head{torch::nn::LinearOptions(4, 4).bias(false)};
};
TORCH_MODULE(Net);
// CHECK:      Layer (type (name):depth-idx) Output Shape Param #     Kernel Shape Mult-Adds
// CHECK:      Net                           [2, 4]       --          --           --
// CHECK-NEXT: ├─Block (block): 1-1          [2, 4]       4           --           --
// CHECK-NEXT: │    └─Linear (fc): 2-1       [2, 4]       20          --           40
// CHECK-NEXT: ├─Linear (head): 1-2          [2, 4]       16          --           32
// CHECK-NEXT: └─Linear (head): 1-3          [2, 4]       (recursive) --           32
// CHECK: Total params: 40
// CHECK-NEXT: Trainable params: 36
// CHECK-NEXT: Non-trainable params: 4
