// A dropout that drops in training is a Dropout, which knows the mode; reset() makes the Sequential as it made the others.
// RUN: fx-clang-trace %s --root=Net --refactor=members-to-sequential --at=%s:19-22 -- 2>&1 | FileCheck %s
// CHECK: +    features = register_module("features", torch::nn::Sequential{
// CHECK-NEXT: +        torch::nn::Linear(3, 8),
// CHECK-NEXT: +        torch::nn::Dropout(torch::nn::DropoutOptions().p(0.3)),
// CHECK-NEXT: +        torch::nn::ReLU(),
// CHECK-NEXT: +        torch::nn::Linear(8, 4)});
// CHECK: +    return features->forward(x);
// CHECK: +  torch::nn::Sequential features{nullptr};
#include <torch/torch.h>

struct Net : torch::nn::Cloneable<Net> {
  Net() { reset(); }
  void reset() override {
    fc1 = register_module("fc1", torch::nn::Linear(3, 8));
    fc2 = register_module("fc2", torch::nn::Linear(8, 4));
  }
  torch::Tensor forward(torch::Tensor x) {
    x = fc1(x);
    x = torch::dropout(x, /*p=*/0.3, is_training());
    x = x.relu();
    return fc2(x);
  }
  torch::nn::Linear fc1{nullptr}, fc2{nullptr};
};
