// One source for two runs of which one changed: refused, with the place and the way out.
// RUN: cp %s %t.cpp
// RUN: not %fx-clang-trace %t.cpp --rules=%S/../Inputs/rules.cpp -i -- 2>&1 | FileCheck %s
// RUN: diff %s %t.cpp

#include <torch/torch.h>

struct Net : torch::nn::Module {
  static torch::Tensor sum_or_tanh(torch::Tensor x, torch::Tensor y, bool last) {
    auto sum = x + y;
    // CHECK: refuse-some-runs.cpp.tmp.cpp:[[@LINE+3]]:{{[0-9]+}}: error: this cannot be changed in place: this code runs 2 times, and 1 of them changed
    // CHECK: note: a loop or a module that is used more than once has one source for all
    // CHECK: note: --rewrite=method writes the body of the method anew; --emit=cpp writes the whole model
    auto result = torch::tanh(sum);
    return last ? result : result + sum;
  }
  torch::Tensor forward(torch::Tensor x, torch::Tensor y) {
    return sum_or_tanh(sum_or_tanh(x, y, false), y, true);
  }
};
