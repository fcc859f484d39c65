// An error inside helpers shows how forward came there.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>
static int count(const torch::Tensor& x) {
  // CHECK: call-chain-notes.cpp:[[@LINE+1]]:{{[0-9]+}}: error: the condition of this 'if' depends on the number of dimensions of 'x', which the source does not tell
  if (x.dim() == 2) return 1;
  return 2;
}
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: call-chain-notes.cpp:[[@LINE+1]]:{{[0-9]+}}: note: in the call of 'count' here
    return x * count(x);
  }
};
