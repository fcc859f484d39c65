// A number that follows from a tensor of the constructor is a constant of the model, and a number in
// C++ too.
// RUN: fx-clang-trace %s --emit=fx -- 2>/dev/null | FileCheck %s
// RUN: fx-clang-trace %s --emit=cpp -- 2>/dev/null | FileCheck %s --check-prefix=CPP
// RUN: fx-clang-trace %s --emit=torchscript -- 2>/dev/null | FileCheck %s --check-prefix=TORCHSCRIPT
#include <torch/torch.h>

namespace F = torch::nn::functional;

struct NetImpl : torch::nn::Module {
  NetImpl() {
    kernel = register_buffer("kernel", torch::ones({2, 2, 9}).view({2, 2, 3, 3}));
    window = torch::nonzero(kernel).size(0); // which depends on the values
  }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: torch.conv2d](args = (%x, %kernel), kwargs = {stride: 1, padding: 0, groups: 1})
    // CPP: torch::conv2d(x, kernel, {}, 1, std::vector<int64_t>{0}, 1, 1)
    auto y = F::conv2d(x, kernel, F::Conv2dFuncOptions().stride(1).padding(0).groups(1));
    // CHECK: %_tensor_constant0 : {{.*}}get_attr[target=_tensor_constant0]
    // CHECK: operator.truediv](args = (%conv2d, %_tensor_constant0), kwargs = {})
    return y / window;
  }
  torch::Tensor kernel;
  int64_t window;
};
TORCH_MODULE(Net);
// CPP: int64_t _tensor_constant0;
// TORCHSCRIPT: _tensor_constant0 : int
