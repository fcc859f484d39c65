// Blocks in a loop with other options.
// RUN: %fx-clang-trace %s --root=Net --refactor=module-to-functional -- 2>/dev/null | FileCheck %s
// RUN: fx-clang-trace %s --root=Net --refactor=module-to-functional --input 2x4x16x16 --verify -o %t.patch -- 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: train: the same in 2 calls

#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  BlockImpl(int64_t size, double slope)
      : act(torch::nn::LeakyReLUOptions().negative_slope(slope)),
        pool(torch::nn::MaxPool2dOptions(size).ceil_mode(true)) {
    register_module("act", act);
    register_module("pool", pool);
  }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK:      +    x = torch::leaky_relu(x, act->options.negative_slope());
    // CHECK:      torch::max_pool2d(x, pool->options.kernel_size(), pool->options.stride(),
    x = act(x);
    return pool(x);
  }
  torch::nn::LeakyReLU act;
  torch::nn::MaxPool2d pool;
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  Net() {
    for (int64_t size : {2, 3})
      blocks->push_back(Block(size, 0.1 * static_cast<double>(size)));
    register_module("blocks", blocks);
  }
  torch::Tensor forward(torch::Tensor x) {
    for (const auto& block : *blocks)
      x = block->as<Block>()->forward(x);
    return x;
  }
  torch::nn::ModuleList blocks;
};
