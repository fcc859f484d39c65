// The totals of layers that passes made: a convolution as a function counts as its layer did.
// RUN: %fx-clang-trace %s --mode=eval --input x=1x3x64x64 --emit=summary -- | FileCheck %s --check-prefixes=CHECK,BEFORE
// RUN: %fx-clang-trace %s --mode=eval --input x=1x3x64x64 --passes=fuse-conv-bn --emit=summary -- | FileCheck %s --check-prefixes=CHECK,AFTER
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  torch::nn::Conv2d conv = register_module("conv", torch::nn::Conv2d(3, 32, 3));
  torch::nn::BatchNorm2d norm = register_module("norm", torch::nn::BatchNorm2d(32));
  torch::Tensor forward(torch::Tensor x) { return norm(conv(x)); }
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  Block block = register_module("block", Block());
  torch::Tensor forward(torch::Tensor x) { return torch::relu(block(x)); }
};
// CHECK:      Net {{ *}}[1, 32, 62, 62]
// CHECK-NEXT: └─Block (block): 1-1 {{ *}}[1, 32, 62, 62]
// BEFORE-NEXT:      ├─Conv2d (conv): 2-1 {{ *}}[1, 32, 62, 62]
// BEFORE-NEXT:      └─BatchNorm2d (norm): 2-2 {{ *}}[1, 32, 62, 62]
// CHECK: Total params: 960
// CHECK: Total mult-adds (M): 3.44
// BEFORE: Forward/backward pass size (MB): 1.97
// AFTER: Forward/backward pass size (MB): 0.98
// CHECK-NOT: not known
