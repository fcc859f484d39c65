// torch::nn::functional arrives with every keyword Python passes on.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
// RUN: fx-clang-trace %s --emit=fx --mode=train -- | FileCheck %s --check-prefix=TRAIN
#include <torch/torch.h>
namespace F = torch::nn::functional;

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = F::max_pool2d(x, F::MaxPool2dFuncOptions(3).stride(2).padding(1));
    x = F::relu(x);
    x = F::dropout(x, F::DropoutFuncOptions().p(0.2).training(is_training()));
    x = F::interpolate(x, F::InterpolateFuncOptions()
                              .scale_factor(std::vector<double>{2.0, 2.0})
                              .mode(torch::kBilinear)
                              .align_corners(true));
    x = F::gelu(x);
    return F::log_softmax(x, 1);
  }
};

// CHECK: torch.nn.functional.max_pool2d](args = (%x, 3), kwargs = {stride: 2, padding: 1, dilation: 1, ceil_mode: False, return_indices: False})
// CHECK: torch.nn.functional.relu](args = (%max_pool2d,), kwargs = {inplace: False})
// CHECK: torch.nn.functional.dropout](args = (%relu,), kwargs = {p: 0.2, training: False, inplace: False})
// TRAIN: torch.nn.functional.dropout](args = (%relu,), kwargs = {p: 0.2, training: True, inplace: False})
// CHECK: torch.nn.functional.interpolate](args = (%dropout,), kwargs = {size: None, scale_factor: (2.0, 2.0), mode: bilinear, align_corners: True, recompute_scale_factor: None, antialias: False})
// CHECK: torch._C._nn.gelu](args = (%interpolate,), kwargs = {})
// CHECK: torch.nn.functional.log_softmax](args = (%gelu,), kwargs = {dim: 1, _stacklevel: 3, dtype: None})
