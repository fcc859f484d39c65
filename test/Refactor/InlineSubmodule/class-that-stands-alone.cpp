// The class that is inlined stays, and is a model of its own where it can be made without arguments: that is one more than before, and no reason to refuse.
// RUN: fx-clang-trace %s --refactor='inline-submodule<target=block>' -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  BlockImpl() { conv = register_module("conv", torch::nn::Conv2d(4, 4, 3)); }
  torch::Tensor forward(torch::Tensor x) { return torch::relu(conv(x)); }
  torch::nn::Conv2d conv{nullptr};
};
TORCH_MODULE(Block);

struct NetImpl : torch::nn::Module {
  NetImpl() { block = register_module("block", Block()); }
  torch::Tensor forward(torch::Tensor x) { return block(x).flatten(1); }
  Block block{nullptr};
};
TORCH_MODULE(Net);
// CHECK: +  NetImpl() { conv = register_module("conv", torch::nn::Conv2d(4, 4, 3)); }
// CHECK: +  torch::Tensor forward(torch::Tensor x) { return (torch::relu(conv(x))).flatten(1); }
