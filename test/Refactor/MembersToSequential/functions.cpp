// Members that run one after the other, and functions between them that a module computes, become one Sequential,
// made where the last of them was; what the first of them takes stays.
// RUN: fx-clang-trace %s --root=Net --refactor=members-to-sequential --at=%s:34-36 -- 2>&1 | FileCheck %s
// CHECK: remark: saved weights: what is 'conv1.*' there is 'features.0.*' in the model now
// CHECK: remark: saved weights: what is 'conv2.*' there is 'features.3.*' in the model now
// CHECK: -      : conv1(torch::nn::Conv2dOptions(1, 10, /*kernel_size=*/5)),
// CHECK-NEXT: -        conv2(torch::nn::Conv2dOptions(10, 20, /*kernel_size=*/5)), fc1(320, 50) {
// CHECK-NEXT: -    register_module("conv1", conv1);
// CHECK-NEXT: -    register_module("conv2", conv2);
// CHECK-NEXT: -    register_module("conv2_drop", conv2_drop);
// CHECK: +            torch::nn::Conv2d(torch::nn::Conv2dOptions(1, 10, /*kernel_size=*/5)),
// CHECK-NEXT: +            torch::nn::MaxPool2d(torch::nn::MaxPool2dOptions(2)),
// CHECK-NEXT: +            torch::nn::ReLU(),
// CHECK-NEXT: +            torch::nn::Conv2d(torch::nn::Conv2dOptions(10, 20, /*kernel_size=*/5)),
// CHECK-NEXT: +            torch::nn::Dropout2d(),
// CHECK: +    register_module("features", features);
// CHECK: -    x = torch::relu(torch::max_pool2d(conv1->forward(x * 2), 2));
// CHECK: +    x = features->forward(x * 2);
// CHECK: -  torch::nn::Dropout2d conv2_drop;
// CHECK-NEXT: +  torch::nn::Sequential features;
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net()
      : conv1(torch::nn::Conv2dOptions(1, 10, /*kernel_size=*/5)),
        conv2(torch::nn::Conv2dOptions(10, 20, /*kernel_size=*/5)), fc1(320, 50) {
    register_module("conv1", conv1);
    register_module("conv2", conv2);
    register_module("conv2_drop", conv2_drop);
    register_module("fc1", fc1);
  }
  torch::Tensor forward(torch::Tensor x) {
    // the range begins here
    x = torch::relu(torch::max_pool2d(conv1->forward(x * 2), 2));
    // the second one
    x = torch::relu(torch::max_pool2d(conv2_drop->forward(conv2->forward(x)), 2));
    return fc1->forward(x.view({-1, 320}));
  }
  torch::nn::Conv2d conv1;
  torch::nn::Conv2d conv2;
  torch::nn::Dropout2d conv2_drop;
  torch::nn::Linear fc1;
};
