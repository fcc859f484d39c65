// Without a forward the methods that there are are named, with a line to copy; --method traces one.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root='Coder()' -- 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: fx-clang-trace %s --method=encode --emit=fx -- | FileCheck %s --check-prefix=ENCODE
#include <torch/torch.h>

// CHECK: :[[@LINE+4]]:8: error: no module of this file has a method 'forward' [no-forward]
// CHECK: :[[@LINE+3]]:8: note: 'Coder' has encode, decode: --root='Coder()' --method=encode
// NAMED: --root:1:1: error: 'Coder' has no method 'forward' [no-such-method]
// NAMED: note: it has encode, decode: --method=encode
struct Coder : torch::nn::Module {
  torch::Tensor encode(torch::Tensor x) { return torch::tanh(x); }
  torch::Tensor decode(torch::Tensor x) { return torch::atan(x); }
};
// ENCODE: torch.tanh
