// Integers have the widths and signs of their C++ types; division truncates.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    unsigned char byte = 250;
    byte += 10;
    int negative = -7 / 2;
    int remainder = -7 % 3;
    uint32_t big = 0;
    big -= 1;
    float third = 1.0f / 3;
    return x + int(byte) + negative + remainder + int64_t(big) + third;
  }
};

// CHECK: operator.add](args = (%x, 4), kwargs
// CHECK: operator.add](args = (%add, -3), kwargs
// CHECK: operator.add](args = (%add_1, -1), kwargs
// CHECK: operator.add](args = (%add_2, 4294967295), kwargs
// CHECK: operator.add](args = (%add_3, 0.3333333432674408), kwargs
