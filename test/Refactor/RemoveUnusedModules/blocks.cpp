// A block of which one object calls the member keeps it.
// RUN: not fx-clang-trace %s --root=Net --refactor=remove-unused-modules -- 2>&1 | FileCheck %s
// CHECK: error: the member 'extra' cannot be taken out: other code uses it [member-still-used]
// CHECK: note: another object of its class calls it
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(bool wide) : wide_(wide) {}
  torch::Tensor forward(torch::Tensor x) { return wide_ ? extra(fc(x)) : fc(x); }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(2, 2))};
  torch::nn::Linear extra{register_module("extra", torch::nn::Linear(2, 2))};
  bool wide_;
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return b(a(x)); }
  Block a{register_module("a", Block(true))};
  Block b{register_module("b", Block(false))};
};
