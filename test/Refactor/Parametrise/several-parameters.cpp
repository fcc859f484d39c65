// Places that other objects need changed have a parameter of their own. A part of an expression becomes `a ? b : c`.
// RUN: %fx-clang-trace %s --rules=%S/Inputs/leaky-relu-without-slope.cpp --input 2x3 --root=Net --rewrite=parametrise -- 2>/dev/null | FileCheck %s
// RUN: fx-clang-trace %s --rules=%S/Inputs/leaky-relu-without-slope.cpp --input 2x3 --root=Net --rewrite=parametrise --verify -o %t.patch -- 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: eval: the same in 2 calls
// SAME: train: the same in 2 calls

// CHECK: +{{.*}}bool use_relu = false,
// CHECK: +{{.*}}bool use_relu_2 = false)
// CHECK: +    auto y = (use_relu ? torch::relu(x) : torch::leaky_relu(x, slope)) + x;
// CHECK: + {{.*}}y = use_relu_2 ? torch::relu(y) : torch::leaky_relu(y, other);
// CHECK: +    return (use_relu ? torch::relu(y * 2) : torch::leaky_relu(y * 2, slope)) * 3;
// CHECK:      +    layers->push_back(Block(0.0, 0.0, true, true));
// CHECK:      +    layers->push_back(Block(/*slope=*/0.0, 0.2, true));
// CHECK:           layers->push_back(Block());
// CHECK:      +    layers->push_back(Block(0.3, 0.0, false, true));

#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(double slope = 0.1, double other = 0.2) : slope(slope), other(other) {}
  torch::Tensor forward(torch::Tensor x) {
    auto y = torch::leaky_relu(x, slope) + x;
    if (y.size(0) > 1) y = torch::leaky_relu(y, other);
    return torch::leaky_relu(y * 2, slope) * 3;
  }
  double slope, other;
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  Net() {
    layers->push_back(Block(0.0, 0.0));
    layers->push_back(Block(/*slope=*/0.0));
    layers->push_back(Block());
    layers->push_back(Block(0.3, 0.0));
    register_module("layers", layers);
  }
  torch::Tensor forward(torch::Tensor x) { return layers->forward(x); }
  torch::nn::Sequential layers;
};
