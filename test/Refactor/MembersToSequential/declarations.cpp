// Members that their declarations make, with a mark; a name that is taken gives way.
// RUN: fx-clang-trace %s --root=Net --refactor=members-to-sequential --at=%s:23-25 -- 2>&1 | FileCheck %s
// CHECK: -    register_module("fc1", fc1_);
// CHECK-NEXT: -    register_module("fc2", fc2_);
// CHECK-NEXT: +    register_module("layers", layers_);
// CHECK: -    y = torch::tanh(y);
// CHECK: +    auto y = layers_->forward(features);
// CHECK-NEXT: {{^}}     return y * 2;
// CHECK: -  nn::Linear fc1_{3, 8};
// CHECK-NEXT: -  nn::Linear fc2_{8, 4};
// CHECK-NEXT: +  nn::Sequential layers_{nn::Linear(3, 8), nn::Tanh(), nn::Linear(8, 4)};
#include <torch/torch.h>

namespace nn = torch::nn;

struct Net : nn::Module {
  Net() {
    register_module("fc1", fc1_);
    register_module("fc2", fc2_);
  }
  torch::Tensor forward(const torch::Tensor& features) {
    // the range
    auto y = fc1_->forward(features);
    y = torch::tanh(y);
    y = fc2_->forward(y);
    return y * 2;
  }
  nn::Linear fc1_{3, 8};
  nn::Linear fc2_{8, 4};
};
