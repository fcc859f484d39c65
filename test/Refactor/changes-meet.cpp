// What reinplace makes of a sum is a statement and another value: the expression that it was cannot be both. The method,
// written anew, can.
// RUN: not %fx-clang-trace %s --input 2x4 '--passes=reinplace<inference>' --rewrite -- 2>&1 | FileCheck %s
// RUN: %fx-clang-trace %s --input 2x4 '--passes=reinplace<inference>' --rewrite=method -- 2>/dev/null | FileCheck %s --check-prefix=METHOD
// CHECK: changes-meet.cpp:[[@LINE+9]]:{{[0-9]+}}: error: this cannot be changed in place: what is computed here changed, and what is used of it too [changes-meet]
// CHECK: note: --rewrite=method writes the body of the method anew
// METHOD: +    fc_out.mul_(2);

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = fc(x);
    return x * 2;
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
};
