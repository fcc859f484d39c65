// A constructor that runs its modules to find a size: LibTorch's kernels know what comes out, and
// nothing of it stays in the graph.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --verify --input x=2x1x28x28 -- 2>&1 | FileCheck %s --check-prefix=VERIFIED
#include <torch/torch.h>

struct Block : torch::nn::Module {
  Block() { conv = register_module("conv", torch::nn::Conv2d(1, 8, 5)); }
  torch::Tensor forward(torch::Tensor x) { return torch::max_pool2d(torch::relu(conv(x)), 2); }
  torch::nn::Conv2d conv{nullptr};
};

struct Net : torch::nn::Module {
  Net() {
    block = register_module("block", std::make_shared<Block>());
    features = register_module(
        "features", torch::nn::Sequential(torch::nn::Conv2d(8, 4, 3),
                                          torch::nn::ReLU(torch::nn::ReLUOptions(true))));
    inputs = size_of(features->forward(block->forward(torch::zeros({1, 1, 28, 28}))));
    fc = register_module("fc", torch::nn::Linear(inputs, 10));
  }
  static int64_t size_of(const torch::Tensor& x) { return x.view({x.size(0), -1}).size(1); }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK-NOT: error
    // CHECK: graph():
    // CHECK-NEXT: %x : {{.*}}placeholder
    // CHECK: view](args = (%features_1, -1, 400), kwargs = {})
    return fc(features->forward(block->forward(x)).view({-1, inputs}));
  }
  std::shared_ptr<Block> block;
  torch::nn::Sequential features{nullptr};
  torch::nn::Linear fc{nullptr};
  int64_t inputs;
};
// VERIFIED: eval: the same in 2 calls
// VERIFIED: train: the same in 2 calls
