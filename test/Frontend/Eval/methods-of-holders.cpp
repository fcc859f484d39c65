// Constructors of a holder of the user's have statements, and it has methods of its own.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(int64_t size) { fc = register_module("fc", torch::nn::Linear(size, size)); }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  torch::nn::Linear fc{nullptr};
};

struct Block : torch::nn::ModuleHolder<BlockImpl> {
  using torch::nn::ModuleHolder<BlockImpl>::ModuleHolder;
  Block(int half, double bias) : torch::nn::ModuleHolder<BlockImpl>(2 * half) {
    torch::NoGradGuard guard;
    ptr()->fc->bias.fill_(bias);
    if (bias > 0) impl_->register_buffer("offset", torch::ones({1}));
  }
  explicit Block(bool deep) : torch::nn::ModuleHolder<BlockImpl>(nullptr) {
    if (deep) impl_ = std::make_shared<BlockImpl>(4);
  }
  torch::Tensor twice(torch::Tensor x) {
    const auto once = [this](const torch::Tensor& y) { return impl_->forward(y); };
    return once((*this)->forward(x));
  }
};

struct Net : torch::nn::Module {
  Net() {
    first = register_module("first", Block(2, 0.5));
    second = register_module("second", Block(true));
  }
  torch::Tensor forward(torch::Tensor x) { return second->forward(first.twice(x)); }
  Block first{nullptr}, second{nullptr};
};
// CHECK: buffer offset = %ones
// CHECK: fc: torch::nn::Linear(in_features = 4, out_features = 4)
// CHECK: fill_](args = (%first_fc_bias{{.*}}, 0.5)
// CHECK: graph():
// CHECK: call_module[target=first.fc]
// CHECK: call_module[target=first.fc]
// CHECK: call_module[target=second.fc]
