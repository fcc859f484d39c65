// --depth: what is deeper counts to the row that holds it. --columns: which, and in which order.
// RUN: %fx-clang-trace %s --input x=2x3x8x8 --emit=summary --depth=1 --columns=input_size,num_params,mult_adds -- | FileCheck %s
// RUN: %fx-clang-trace %s --input x=2x3x8x8 --emit=summary --columns=mult_adds -- | FileCheck %s --check-prefix=ALL
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  torch::nn::Conv2d conv = register_module("conv", torch::nn::Conv2d(3, 4, 3));
  torch::nn::Conv2d spare = register_module("spare", torch::nn::Conv2d(3, 4, 1));
  torch::Tensor scale = register_parameter("scale", torch::ones({4, 1, 1}));
  torch::Tensor forward(torch::Tensor x, torch::Tensor mask) {
    return conv(x) * scale * mask + conv(x);
  }
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  Block block = register_module("block", Block());
  torch::nn::Linear fc = register_module("fc", torch::nn::Linear(6, 2));
  torch::Tensor forward(torch::Tensor x) { return fc(block(x, torch::ones({6, 6}))); }
};
// CHECK:      Layer (type (name):depth-idx)    Input Shape             Param #    Mult-Adds
// CHECK:      Net                              [2, 3, 8, 8]            --         --
// CHECK-NEXT: ├─Block (block): 1-1             [2, 3, 8, 8], [6, 6]    132        16,128
// CHECK-NEXT: └─Linear (fc): 1-2               [2, 4, 6, 6]            14         28
// CHECK-NEXT: ====
// CHECK:      Total params: 146
// CHECK:      Total mult-adds (M): 0.02
// ALL:      Layer (type (name):depth-idx)    Mult-Adds
// ALL:      Net                              --
// ALL-NEXT: ├─Block (block): 1-1             --
// ALL-NEXT: │    ├─Conv2d (conv): 2-1        8,064
// ALL-NEXT: │    └─Conv2d (conv): 2-2        8,064
