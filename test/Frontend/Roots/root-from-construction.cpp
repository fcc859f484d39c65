// Without --root, the file's own construction of the model is used; parts of it are no roots.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <torch/torch.h>

struct Block : torch::nn::Module {
  Block() : fc(register_module("fc", torch::nn::Linear(4, 4))) {}
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  torch::nn::Linear fc;
};
struct Net : torch::nn::Module {
  explicit Net(int n) {
    for (int i = 0; i < n; ++i)
      blocks.push_back(register_module("block" + std::to_string(i), std::make_shared<Block>()));
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto& block : blocks)
      x = block->forward(x);
    return x;
  }
  std::vector<std::shared_ptr<Block>> blocks;
};

int main() {
  auto net = std::make_shared<Net>(2);
  return net->forward(torch::zeros({1, 4})).dim();
}

// CHECK:      module Net {
// CHECK-NOT:  module Block
// CHECK:      call_module[target=block0.fc]
// CHECK:      call_module[target=block1.fc]
