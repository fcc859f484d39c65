// Members take the names that the modules have in the Sequential. One that the class has already gets the
// Sequential's before it; a word of C++ is no name; a mark of the member stays.
// RUN: fx-clang-trace %s --root=Net --refactor=sequential-to-members -- 2>&1 | FileCheck %s
// CHECK: +    conv_conv1_ = torch::nn::Conv2d(torch::nn::Conv2dOptions(3, 8, 3));
// CHECK-NEXT: +    linear_ = torch::nn::Linear(8, 8);
// CHECK-NEXT: +    pool_ = torch::nn::MaxPool2d(2);
// CHECK: +    register_module("conv_conv1", conv_conv1_);
// CHECK-NEXT: +    register_module("linear", linear_);
// CHECK-NEXT: +    register_module("pool", pool_);
// CHECK: +    auto y = pool_->forward(linear_->forward(conv_conv1_->forward(x)));
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    conv1 = register_module("conv1", torch::nn::Conv2d(8, 8, 1));
    conv_ = torch::nn::Sequential({
        {"conv1", torch::nn::Conv2d(torch::nn::Conv2dOptions(3, 8, 3))},
        {"for", torch::nn::Linear(8, 8)},
        {"pool", torch::nn::MaxPool2d(2)},
    });
    register_module("conv", conv_);
  }
  torch::Tensor forward(torch::Tensor x) {
    auto y = conv_->forward(x);
    return conv1(y);
  }
  torch::nn::Conv2d conv1{nullptr};
  torch::nn::Sequential conv_{nullptr};
};
