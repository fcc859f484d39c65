// A class template over its block type and a number.
// RUN: fx-clang-trace %s --root='Stack<Block, 2>' --emit=fx -- | FileCheck %s
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  static constexpr int expansion = 2;
  explicit BlockImpl(int width) { fc = register_module("fc", torch::nn::Linear(width, width)); }
  torch::Tensor forward(torch::Tensor x) { return fc(x) * expansion; }
  torch::nn::Linear fc{nullptr};
};
TORCH_MODULE(Block);

template <class B, int N>
struct Stack : torch::nn::Module {
  Stack() {
    for (int i = 0; i < N; ++i)
      blocks->push_back(B(4));
    register_module("blocks", blocks);
  }
  torch::Tensor forward(torch::Tensor x) { return blocks->forward(x); }
  torch::nn::Sequential blocks;
};

// CHECK: %blocks_0_fc : {{.*}}call_module[target=blocks.0.fc](args = (%x,)
// CHECK: operator.mul](args = (%blocks_0_fc, 2)
// CHECK: %blocks_1_fc : {{.*}}call_module[target=blocks.1.fc]
