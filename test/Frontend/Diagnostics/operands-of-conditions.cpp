// Of a condition that is made of others the operand that decides is what the error is about, and an
// operand that is known is not asked for.
// RUN: not fx-clang-trace %s --root=Sizes -- 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: fx-clang-trace %s --root=Sizes --input x=4x4 -- 2>&1 | FileCheck %s --check-prefix=GIVEN
// RUN: not fx-clang-trace %s --root=Opposite -- 2>&1 | FileCheck %s --check-prefix=OPPOSITE
// RUN: not fx-clang-trace %s --root=Known -- 2>&1 | FileCheck %s --check-prefix=KNOWN
#include <torch/torch.h>

struct Sizes : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // SIZES: [[@LINE+3]]:{{[0-9]+}}: error: the condition of this 'if' depends on the sizes of 'x', which the source does not tell
    // SIZES: note: give an example of the inputs: --input x=<sizes>,
    // SIZES: note: or --assume='x.size(0)>2=<value>' or --assume='x.size(1)==4=<value>' traces
    if (x.size(0) > 2 && x.size(1) == 4) return x + 1;
    return x;
  }
};
// GIVEN: operator.add

struct Opposite : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // OPPOSITE: [[@LINE+2]]:{{[0-9]+}}: error: the condition of this 'if' depends on the sizes of 'x'
    // OPPOSITE: note: give an example of the inputs: --input x=<sizes>,
    if (!(x.size(0) > 2)) return x + 1;
    return x;
  }
};

struct Known : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    for (int i = 0; i < 3; ++i)
      // KNOWN: [[@LINE+2]]:{{[0-9]+}}: error: the condition of this 'if' depends on a tensor's value
      // KNOWN: note: --assume='torch::rand(1)[0].item<double>()<0.5=<value>' traces
      if (i == 0 || torch::rand(1)[0].item<double>() < 0.5) x = x + 1;
    return x;
  }
};
