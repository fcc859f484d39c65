// What the model registers beside its own layer is the model's, and no part of the layer.
// RUN: fx-clang-trace %s -- 2>/dev/null | FileCheck %s
// RUN: fx-clang-trace %s --emit=cpp -- 2>/dev/null | FileCheck %s --check-prefix=CPP
#include <torch/torch.h>

struct NetImpl : torch::nn::Conv2dImpl {
  NetImpl() : torch::nn::Conv2dImpl(torch::nn::Conv2dOptions(3, 8, 3)) {
    scale = register_parameter("scale", torch::ones({weight.size(0), 1, 1, 1}));
  }
  torch::Tensor forward(torch::Tensor x) { return torch::conv2d(x, weight * scale, bias); }
  torch::Tensor scale;
};
TORCH_MODULE(Net);

// CHECK: parameter scale = %ones
// CHECK-NOT: parameter scale
// CHECK: get_attr[target=conv2d.weight]
// CHECK: get_attr[target=scale]
// CPP: conv2d->weight * scale
