// A constructor that is defined in a file which is not read may change what that file sees.
// RUN: not fx-clang-trace %s --root=Changed -- 2>&1 | FileCheck %s --check-prefix=CHANGED
// RUN: fx-clang-trace %s --root=Logged --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

int counter = 0;
struct Log {
  explicit Log(int level);
};

struct Changed : torch::nn::Module {
  Changed() {
    Log log(3);
    count = counter;
  }
  // CHANGED: note: 'Log::Log' may change it
  torch::Tensor forward(torch::Tensor x) { return x * count; }
  int count;
};

struct Logged : torch::nn::Module {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'Log::Log' has no body in this file: the graph does not have what it does
  Logged() { Log log(3); }
  // CHECK: operator.mul](args = (%x, 2)
  torch::Tensor forward(torch::Tensor x) { return x * 2; }
};
