// --verify knows the new paths, in evaluation and in training.
// RUN: fx-clang-trace %s --root=Net '--refactor=inline-submodule<target=block>' --input 2x3x8x8 --verify -- 2>&1 | FileCheck %s
// REQUIRES: libtorch
// CHECK-NOT: as constructed
// CHECK: eval: the same in 2 calls: 1 input, 8 parameters, 3 buffers
// CHECK: train: the same in 2 calls: 1 input, 8 parameters, 3 buffers

#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(int64_t width) : bn(register_module("bn", torch::nn::BatchNorm2d(width))) {
    conv = register_module("conv", torch::nn::Conv2d(width, width, 1));
  }
  torch::Tensor forward(torch::Tensor x) {
    x.add_(1);
    auto y = torch::relu(bn(x));
    if (is_training()) y = torch::dropout(y, 0.5, true);
    return conv(y) + x;
  }
  torch::nn::BatchNorm2d bn;
  torch::nn::Conv2d conv{nullptr};
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  explicit Net(int64_t width = 8) {
    conv = register_module("conv", torch::nn::Conv2d(3, width, 3));
    block = register_module("block", Block(width));
    head = register_module("head", torch::nn::Linear(width, 4));
  }
  torch::Tensor forward(torch::Tensor x) {
    auto y = conv(x);
    x = block->forward(y).mean({2, 3});
    return head(x);
  }
  torch::nn::Conv2d conv{nullptr};
  Block block{nullptr};
  torch::nn::Linear head{nullptr};
};
