// One declaration declares several members of which some come to hold another class: it becomes several. Comments and
// what the members start with stay.
// RUN: %fx-clang-trace %s --mode=eval '--passes=fuse-conv-bn<fold>' --rewrite -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace
// RUN: %fx-clang-trace %s --mode=eval '--passes=fuse-conv-bn<fold>' --rewrite --input 1x1x8x8 --verify=eval -o %t.patch -- 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: eval: the same in 2 calls

#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    conv = register_module("conv", torch::nn::Conv2d(1, 4, 3));
    bn1 = register_module("bn1", torch::nn::BatchNorm2d(4));
    bn2 = register_module("bn2", torch::nn::BatchNorm2d(4));
    bn3 = register_module("bn3", torch::nn::BatchNorm2d(4));
  }
  torch::Tensor forward(torch::Tensor x) {
    return bn3(torch::relu(bn2(torch::relu(bn1(conv(x))))));
  }
  torch::nn::Conv2d conv{nullptr};
  // CHECK:-  torch::nn::BatchNorm2d bn1{nullptr}, /* after relu */ bn2{nullptr}, bn3{nullptr}; // norms
  // CHECK-NEXT:+  torch::nn::Identity bn1{nullptr}; /* after relu */
  // CHECK-NEXT:+  torch::nn::BatchNorm2d bn2{nullptr}, bn3{nullptr}; // norms
  torch::nn::BatchNorm2d bn1{nullptr}, /* after relu */ bn2{nullptr}, bn3{nullptr}; // norms
};
