// A condition that cannot be known is taken to hold where the program ends otherwise: throw, assert,
// TORCH_CHECK, a function or a temporary that never returns. The check leaves no nodes behind.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <cassert>
#include <torch/torch.h>

struct Fatal {
  [[noreturn]] ~Fatal() { std::abort(); }
  Fatal& operator<<(const char*) { return *this; }
};

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: checks-that-have-to-hold.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: taken to be true: otherwise the program ends here
    assert(x.size(0) % 2 == 0 && "an even batch");
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: taken to be false: otherwise the program ends here
    if (x.dim() != 4) throw std::runtime_error("four dimensions");
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: taken to be false
    TORCH_CHECK(x.size(1) == 3, "three channels, not ", x.size(1));
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: taken to be false
    while (!(x.size(2) == x.size(3)))
      Fatal() << "a square";
    return torch::relu(x);
  }
};
// CHECK: graph():
// CHECK-NEXT: %x
// CHECK-NEXT: %relu
// CHECK-NEXT: return %relu
