// A module without weights that no class registers is the same one, whoever calls it.
// RUN: %fx-clang-trace %s --root=Net '--refactor=inline-submodule<target=block;call>' -- | FileCheck %s
// RUN: %fx-clang-trace %s --root=Net '--refactor=inline-submodule<target=block;call>' --input 2x4x8x8 --verify -o %t.patch -- 2>&1 | FileCheck %s --check-prefix=SAME
// REQUIRES: libtorch
// CHECK:      -    x = block(x);
// CHECK-NEXT: +    x = block->silu(block->conv(x));
// SAME: eval: the same in 2 calls
// SAME: train: the same in 2 calls
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  BlockImpl() { conv = register_module("conv", torch::nn::Conv2d(4, 4, 3)); }
  torch::Tensor forward(torch::Tensor x) { return silu(conv(x)); }
  torch::nn::Conv2d conv{nullptr};
  torch::nn::SiLU silu{};
};
TORCH_MODULE(Block);

struct NetImpl : torch::nn::Module {
  NetImpl() { block = register_module("block", Block()); }
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    return x.flatten(1);
  }
  Block block{nullptr};
};
TORCH_MODULE(Net);
