// What the library computes at compile time is known.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <limits>
#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = x.masked_fill(x < 0, -std::numeric_limits<double>::infinity());
    return torch::clamp(x, c10::nullopt, std::numeric_limits<int>::max()) + int(sizeof(double));
  }
};
// CHECK: masked_fill](args = (%x, %lt, -inf)
// CHECK: torch.clamp](args = (%masked_fill, None, 2147483647)
// CHECK: operator.add](args = (%clamp, 8)
