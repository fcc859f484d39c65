// --rewrite=method: a tensor that a call reads has the name that the call has for it.
// RUN: %fx-clang-trace %s --rewrite=method -- 2>/dev/null | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    log_std_ = register_parameter("log_std", torch::full({8}, -0.5));
    table_ = register_buffer("table", torch::ones({6, 8}));
  }
  torch::Tensor forward(torch::Tensor words) {
    auto x = embedding(words);
    x = x * log_std_.exp() + table_.narrow(0, 0, 4);
    return x;
  }
  torch::nn::Embedding embedding = register_module("embedding", torch::nn::Embedding(30, 8));
  torch::Tensor log_std_, table_;
};
// CHECK: +{{.*}}log_std_.exp();
// CHECK: +{{.*}}table_.narrow(0, 0, 4);
