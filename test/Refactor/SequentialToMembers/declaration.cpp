// A Sequential that is made where the class declares it: its modules are declared there, with what they are given.
// RUN: fx-clang-trace %s --root=Net --refactor=sequential-to-members -- 2>&1 | FileCheck %s
// CHECK-DAG: -    register_module("layer1", layer1);
// CHECK-DAG: +    register_module("conv", conv);
// CHECK-DAG: +    register_module("relu", relu);
// CHECK: -    x = layer1->forward(x);
// CHECK: +    auto y = batch_norm->forward(conv1->forward(x));
// CHECK: +    return softmax->forward(y);
// CHECK: -  torch::nn::Sequential layer1{torch::nn::Conv2d(torch::nn::Conv2dOptions(3, 8, 3).stride(1)),
// CHECK: +  torch::nn::Conv2d conv{torch::nn::Conv2dOptions(3, 8, 3).stride(1)};
// CHECK-NEXT: +  torch::nn::ReLU relu;
// CHECK: +  torch::nn::Conv2d conv1 = torch::nn::Conv2d(8, 8, 3);
// CHECK-NEXT: +  torch::nn::BatchNorm2d batch_norm = torch::nn::BatchNorm2d(8);
// CHECK: +  torch::nn::Softmax softmax{register_module("softmax", torch::nn::Softmax(1))};
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    register_module("layer1", layer1);
    register_module("layer2", layer2);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = layer1->forward(x);
    auto y = layer2->forward(x);
    return last->forward(y);
  }
  torch::nn::Sequential layer1{torch::nn::Conv2d(torch::nn::Conv2dOptions(3, 8, 3).stride(1)),
                               torch::nn::ReLU()};
  torch::nn::Sequential layer2 =
      torch::nn::Sequential(torch::nn::Conv2d(8, 8, 3), torch::nn::BatchNorm2d(8));
  torch::nn::Sequential last{register_module("last", torch::nn::Sequential(torch::nn::Softmax(1)))};
};
