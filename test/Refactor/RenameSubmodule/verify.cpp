// --verify knows the new names: the original's weights are those of the edited model.
// RUN: fx-clang-trace %s --root=Net '--refactor=rename-submodule<from=block;to=body>' --input 2x4 --verify -- 2>&1 | FileCheck %s
// REQUIRES: libtorch
// CHECK: eval: the same in 2 calls: 1 input, 2 parameters
// CHECK: train: the same in 2 calls: 1 input, 2 parameters

#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return block->forward(x); }
  Block block{register_module("block", Block())};
};
