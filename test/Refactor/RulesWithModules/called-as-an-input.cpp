// A module that the replacement makes is its own, also where the pattern is given one of the same name.
// RUN: %fx-clang-trace %s --root=Net --rules=%s --rewrite -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

namespace narrow {
torch::Tensor pattern(torch::nn::Linear fc, torch::Tensor x) {
  return torch::relu(fc(x));
}
torch::Tensor replacement(torch::Tensor x) {
  torch::nn::Linear fc(8, 8);
  return torch::tanh(fc(x));
}
} // namespace narrow

struct Net : torch::nn::Module {
  // CHECK:-    return torch::relu(fc(x)) + 1;
  // CHECK-NEXT:+    return torch::tanh(fc1(x)) + 1;
  torch::Tensor forward(torch::Tensor x) {
    x = x * 2;
    return torch::relu(fc(x)) + 1;
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(8, 8))};
  // CHECK:+  torch::nn::Linear fc1{register_module("fc1", torch::nn::Linear(torch::nn::LinearOptions(8, 8)))};
};
