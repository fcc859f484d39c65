// `name` and `named`: the modules keep their names in the Sequential, and functions get those of their modules.
// RUN: fx-clang-trace %s --root=Net '--refactor=members-to-sequential<name=body;named>' --at=%s:17 -- 2>&1 | FileCheck %s
// CHECK: remark: saved weights: what is 'fc1.*' there is 'body.fc1.*' in the model now
// CHECK: remark: saved weights: what is 'fc2.*' there is 'body.fc2.*' in the model now
// CHECK: +    return this->body->forward(x.flatten(1));
// CHECK: -  torch::nn::Linear fc1 = register_module("fc1", torch::nn::Linear(12, 8));
// CHECK: +  torch::nn::Sequential body = register_module("body", torch::nn::Sequential({
// CHECK-NEXT: +      {"fc1", torch::nn::Linear(12, 8)},
// CHECK-NEXT: +      {"relu", torch::nn::ReLU()},
// CHECK-NEXT: +      {"relu1", torch::nn::ReLU()},
// CHECK-NEXT: +      {"fc2", torch::nn::Linear(8, 4)}}));
#include <torch/torch.h>

struct Net : torch::nn::Module {
  // all of it
  torch::Tensor forward(torch::Tensor x) {
    return this->fc2(fc1->forward(x.flatten(1)).relu().relu());
  }
  torch::nn::Linear fc1 = register_module("fc1", torch::nn::Linear(12, 8));
  torch::nn::Linear fc2 = register_module("fc2", torch::nn::Linear(8, 4));
};
