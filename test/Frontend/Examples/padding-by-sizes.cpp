// F::pad by numbers that follow from sizes is run on the examples, so that what comes after it is known.
// RUN: fx-clang-trace %s --input a=2x3 --input b=2x4 --input c=2x6 --emit=fx -- 2>/dev/null | FileCheck %s
#include <torch/torch.h>

namespace F = torch::nn::functional;

struct Net : torch::nn::Module {
  static torch::Tensor joined(torch::Tensor a, const torch::Tensor& b) {
    const auto missing = b.size(1) - a.size(1);
    if (missing != 0) a = F::pad(a, F::PadFuncOptions({missing / 2, missing - missing / 2}));
    return torch::cat({a, b}, 0);
  }
  // CHECK: torch.nn.functional.pad](args = (%a
  // CHECK: torch.nn.functional.pad](args = (%cat
  torch::Tensor forward(torch::Tensor a, torch::Tensor b, torch::Tensor c) {
    return joined(joined(a, b), c);
  }
};
