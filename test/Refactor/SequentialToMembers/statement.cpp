// A Sequential that a constructor makes by a statement becomes a statement for each of its modules; comments stay.
// RUN: fx-clang-trace %s --root=Net '--refactor=sequential-to-members<target=features>' -- 2>&1 | FileCheck %s
// CHECK: remark: saved weights: what is 'features.0.*' there is 'conv1.*' in the model now
// CHECK: remark: saved weights: what is 'features.1.*' there is 'batch_norm.*' in the model now
// CHECK: -        "features", torch::nn::Sequential(torch::nn::Conv2d(3, 8, 3), // the stem
// CHECK: +    conv1 = register_module("conv1", torch::nn::Conv2d(3, 8, 3)); // the stem
// CHECK-NEXT: +    batch_norm = register_module("batch_norm", torch::nn::BatchNorm2d(8));
// CHECK-NEXT: +    relu1 = register_module("relu1", torch::nn::ReLU(true));
// CHECK-NEXT: +    // the second one
// CHECK-NEXT: +    conv2 = register_module("conv2", torch::nn::Conv2d(8, 8, 3));
// CHECK-NEXT: +    relu2 = register_module("relu2", torch::nn::ReLU());
// CHECK-NEXT: {{^}}     head = register_module("head", torch::nn::Linear(8, 4));
// CHECK: -    x = features->forward(x);
// CHECK-NEXT: +    x = conv1->forward(x);
// CHECK-NEXT: +    x = batch_norm->forward(x);
// CHECK-NEXT: +    x = relu1->forward(x);
// CHECK-NEXT: +    x = conv2->forward(x);
// CHECK-NEXT: +    x = relu2->forward(x);
// CHECK: -  torch::nn::Sequential features{nullptr};
// CHECK-NEXT: +  torch::nn::Conv2d conv1{nullptr};
// CHECK-NEXT: +  torch::nn::BatchNorm2d batch_norm{nullptr};
// CHECK-NEXT: +  torch::nn::ReLU relu1{nullptr};
// CHECK-NEXT: +  torch::nn::Conv2d conv2{nullptr};
// CHECK-NEXT: +  torch::nn::ReLU relu2{nullptr};
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    features = register_module(
        "features", torch::nn::Sequential(torch::nn::Conv2d(3, 8, 3), // the stem
                                          torch::nn::BatchNorm2d(8), torch::nn::ReLU(true),
                                          // the second one
                                          torch::nn::Conv2d(8, 8, 3), torch::nn::ReLU()));
    head = register_module("head", torch::nn::Linear(8, 4));
  }
  torch::Tensor forward(torch::Tensor x) {
    x = features->forward(x);
    return head->forward(x.mean({2, 3}));
  }
  torch::nn::Sequential features{nullptr};
  torch::nn::Linear head{nullptr};
};
