// A statement goes only where what it computes stays in its block: another object takes another branch.
// RUN: not fx-clang-trace %s --mode=eval --passes=fuse-conv-bn --rewrite -- 2>&1 | FileCheck %s

#include <torch/torch.h>

struct Net : torch::nn::Module {
  explicit Net(bool normalised = true) : normalised_(normalised) {}
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: no-moves-into-branches.cpp:[[@LINE+1]]:{{[0-9]+}}: error: this cannot be changed in place: 'conv' would be computed in another block, which may not run when this one does [code-moves-into-a-block]
    x = conv->forward(x);
    if (normalised_) x = norm->forward(x);
    return x + 1;
  }
  torch::nn::Conv2d conv{register_module("conv", torch::nn::Conv2d(4, 4, 3))};
  torch::nn::BatchNorm2d norm{register_module("norm", torch::nn::BatchNorm2d(4))};
  bool normalised_;
};
