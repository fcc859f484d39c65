// The results of a real program, in C++ and in Python; --verify asks for no gradients, which exp would need its result
// for.
// RUN: %fx-clang-trace %s --input 2x4 '--passes=reinplace<inference>' --emit=cpp -o %t.h --verify -- 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: FileCheck %s < %t.h
// RUN: %fx-clang-trace %s --input 2x4 '--passes=reinplace<inference>' --emit=python -o %t.py --verify -- 2>&1 | FileCheck %s --check-prefixes=SAME,PYTHON
// REQUIRES: libtorch
// CHECK: auto fc_out = fc(x);
// CHECK-NEXT: fc_out.exp_();
// CHECK-NEXT: fc_out.sigmoid_();
// CHECK-NEXT: fc_out.add_(1);
// CHECK-NEXT: fc_out.mul_(2);
// CHECK-NEXT: return fc_out;
// SAME: eval: the same in 2 calls: 1 input, 2 parameters, random numbers
// SAME: train: the same in 2 calls: 1 input, 2 parameters, random numbers
// PYTHON: python eval: output: 2x4:float32, largest difference 0 absolute, 0 relative

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = torch::exp(fc(x));
    return (torch::sigmoid(x) + 1) * 2;
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
};
