// What the tracer says of functions of <cmath> in long double that it does not compute.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <cmath>

using torch::Tensor;

// The number has more digits than a double.
struct RoundedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    return x + static_cast<int64_t>(std::lround(0.1L * 3));
    // CHECK: math.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: std::lround of this number in long double is not supported yet [long-double-number-of-std-function]
  }
};
TORCH_MODULE(Rounded);

struct OfThreeImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    return x + static_cast<double>(std::hypot(1.0L, 2.0L, 3.0L));
    // CHECK: math.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: std::hypot in long double is not supported yet [long-double-std-function]
  }
};
TORCH_MODULE(OfThree);
