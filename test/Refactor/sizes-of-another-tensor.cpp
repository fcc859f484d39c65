// Sizes that a function takes as they are, x.sizes(), become a vector where an option of torch::nn::functional wants one;
// a list in braces is written as one.
// RUN: %fx-clang-trace %s --root=Net --rules=deprecated --rewrite --input 1x4x8x8 --verify -- 2>/dev/null | FileCheck %s
// REQUIRES: libtorch
// CHECK: eval: the same in 2 calls
// CHECK: train: the same in 2 calls
// CHECK: {{^}}+{{.*}}InterpolateFuncOptions()
// CHECK-NEXT: {{^}}+{{ *}}.size(sizes.vec())
// CHECK: {{^}}+{{.*}}InterpolateFuncOptions()
// CHECK-NEXT: {{^}}+{{ *}}.size(std::vector<int64_t>{8, 8})
// CHECK: {{^}}+{{.*}}.size(like.sizes().vec())

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto like = x[0][0];
    x = fc(x);
    auto sizes = like.sizes();
    auto y = torch::upsample_bilinear2d(x, sizes, false);
    auto z = torch::upsample_bilinear2d(x, {8, 8}, false);
    return torch::upsample_nearest2d(x, like.sizes()) + y + z;
  }
  torch::nn::Conv2d fc{register_module("fc", torch::nn::Conv2d(4, 4, 3))};
};
