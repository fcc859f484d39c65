// A constructor that gives batch norms their first weights finds none in the edited source: what became Identity has no
// weights. The convolutions get theirs as before, and a bias whose first value does not matter.
// RUN: %fx-clang-trace %s --mode=eval "--passes=fuse-conv-bn<fold>" --rewrite -- 2>/dev/null | FileCheck %s
// RUN: fx-clang-trace %s --mode=eval "--passes=fuse-conv-bn<fold>" --rewrite --input 2x3x8x8 --verify=eval -o %t.patch -- 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: eval: the same in 2 calls

// CHECK: +  torch::nn::Conv2d conv{torch::nn::Conv2dOptions(3, 4, 3).bias(true)};
// CHECK: +  torch::nn::Identity norm{};

#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    register_module("conv", conv);
    register_module("norm", norm);
    for (auto& module : modules(/*include_self=*/false)) {
      if (auto* made = dynamic_cast<torch::nn::Conv2dImpl*>(module.get())) {
        torch::nn::init::kaiming_normal_(made->weight, 0, torch::kFanOut, torch::kReLU);
        if (made->options.bias()) torch::nn::init::zeros_(made->bias);
      } else if (auto* made = dynamic_cast<torch::nn::BatchNorm2dImpl*>(module.get())) {
        torch::nn::init::constant_(made->weight, 1);
        torch::nn::init::constant_(made->bias, 0);
      }
    }
  }
  torch::Tensor forward(torch::Tensor x) { return norm(conv(x)); }
  torch::nn::Conv2d conv{torch::nn::Conv2dOptions(3, 4, 3).bias(false)};
  torch::nn::BatchNorm2d norm{torch::nn::BatchNorm2dOptions(4)};
};
