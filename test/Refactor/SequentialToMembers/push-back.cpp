// Modules that statements push are made in their place. They are registered there too, unless another module is
// registered before the Sequential is: the order of the weights stays.
// RUN: fx-clang-trace %s --root=Net --refactor=sequential-to-members -- 2>&1 | FileCheck %s
// CHECK: -    layers->push_back("fc", torch::nn::Linear(3, 8));
// CHECK: +    fc = register_module("fc", torch::nn::Linear(3, 8));
// CHECK-NEXT: +    relu = register_module("relu", torch::nn::ReLU());
// CHECK-NEXT: +    linear = torch::nn::Linear(8, 2);
// CHECK-NEXT: {{^}}     other = register_module("other", torch::nn::Linear(2, 2));
// CHECK-NEXT: -    tail->push_back(torch::nn::Sigmoid());
// CHECK-NEXT: -    register_module("tail", tail);
// CHECK-NEXT: +    sigmoid = torch::nn::Sigmoid();
// CHECK-NEXT: +    register_module("linear", linear);
// CHECK-NEXT: +    register_module("sigmoid", sigmoid);
// CHECK: -  torch::nn::Sequential layers, tail;
// CHECK: +  torch::nn::Linear fc{nullptr};
// CHECK-NEXT: +  torch::nn::ReLU relu{nullptr};
// CHECK-NEXT: +  torch::nn::Linear linear{nullptr};
// CHECK-NEXT: +  torch::nn::Sigmoid sigmoid{nullptr};
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    layers->push_back("fc", torch::nn::Linear(3, 8));
    layers->push_back(torch::nn::ReLU());
    register_module("layers", layers);
    tail->push_back(torch::nn::Linear(8, 2));
    other = register_module("other", torch::nn::Linear(2, 2));
    tail->push_back(torch::nn::Sigmoid());
    register_module("tail", tail);
  }
  torch::Tensor forward(torch::Tensor x) { return other(tail->forward(layers->forward(x))); }
  torch::nn::Sequential layers, tail;
  torch::nn::Linear other{nullptr};
};
