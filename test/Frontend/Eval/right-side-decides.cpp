// false && unknown is known, on whichever side it stands, unless evaluating it would change something.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
// RUN: not fx-clang-trace %s --root='Net(true)' -- 2>&1 | FileCheck %s --check-prefix=ERROR
#include <torch/torch.h>
struct Net : torch::nn::Module {
  explicit Net(bool fast = false) : fast(fast) {}
  torch::Tensor forward(torch::Tensor x) {
    // ERROR: right-side-decides.cpp:[[@LINE+1]]:{{[0-9]+}}: error: the condition of this 'if' depends on the sizes of 'x'
    if (x.size(0) > 1 && fast) return torch::gelu(x);
    if (x.size(0) > 1 || !fast) return torch::relu(x);
    return x;
  }
  bool fast;
};
// CHECK: %x :
// CHECK-NEXT: %relu :
// CHECK-NEXT: return relu
