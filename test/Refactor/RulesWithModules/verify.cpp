// The edited model computes what the rule says: here the same, once the new weights are those it starts with.
// RUN: %fx-clang-trace %s --root=Net --rules=%s --rewrite --input 2x8 --verify -o %t.patch -- 2>&1 | FileCheck %s
// CHECK: eval: the same in 2 calls
// CHECK: train: the same in 2 calls

#include <torch/torch.h>

namespace relu_to_module {
torch::Tensor pattern(torch::Tensor x) {
  return torch::relu(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::nn::ReLU()(x);
}
} // namespace relu_to_module

struct BlockImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc(x)); }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(8, 8))};
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  Net() {
    register_module("a", a);
    register_module("b", b);
  }
  torch::Tensor forward(torch::Tensor x) { return torch::relu(b(a(x)) - 1); }
  Block a, b;
};
