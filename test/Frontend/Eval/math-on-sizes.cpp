// <cmath>, min, max and division that rounds towards zero, of numbers that only a run knows.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
// RUN: fx-clang-trace %s --emit=cpp -- | FileCheck %s --check-prefix=CPP
#include <algorithm>
#include <cmath>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    const double scale = std::sqrt(static_cast<double>(x.size(-1)));
    const int64_t shift = (x.size(0) - 4) / 2;
    const int64_t rest = (x.size(0) - 4) % 3;
    const int64_t length = std::max<int64_t>(x.size(1), 8);
    const int64_t half = static_cast<int64_t>(length * 0.5);
    return x.narrow(1, 0, half) / scale + shift + rest;
  }
};
// CHECK: %sqrt : {{.*}}[target=math.sqrt](args = (%size,)
// CHECK: %truediv : {{.*}}[target=operator.truediv](args = (%sub, 2)
// CHECK: %int_1 : {{.*}}[target=builtins.int](args = (%truediv,)
// CHECK: %fmod : {{.*}}[target=math.fmod](args = (%sub_1, 3)
// CHECK: %max_1 : {{.*}}[target=builtins.max](args = (%size_3, 8)
// CHECK: %mul : {{.*}}[target=operator.mul](args = (%max_1, 0.5)
// CHECK: [target=builtins.int](args = (%mul,)
// CPP: std::sqrt(
// CPP: std::fmod(
// CPP: std::max<int64_t>(
