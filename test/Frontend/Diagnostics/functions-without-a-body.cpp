// A function of the program's own whose body lies nowhere may change what other files see: that is not
// known from there on, and a remark names the call, which is an error with --strict.
// RUN: not fx-clang-trace %s --root='Net(0)' -- 2>&1 | FileCheck %s --check-prefix=SHOWN
// RUN: not fx-clang-trace %s --root='Net(2)' -- 2>&1 | FileCheck %s --check-prefix=PART
// RUN: fx-clang-trace %s --root='Net(1)' -- 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: not fx-clang-trace %s --root='Net(1)' --strict -- 2>&1 | FileCheck %s --check-prefix=STRICT
#include <torch/torch.h>

int shown = 2;
struct Config {
  int64_t width = 2;
} config;
static int own = 3;
void count();

struct Net : torch::nn::Module {
  explicit Net(int64_t way) : way(way) { count(); }
  torch::Tensor forward(torch::Tensor x) {
    // SHOWN: :[[@LINE+2]]:{{.*}} error: this argument of an operator needs a value that is not known
    // SHOWN: :[[@LINE-3]]:{{[0-9]+}}: note: 'count' may change it
    if (way == 0) return x * shown;
    // PART: :[[@LINE+1]]:{{.*}} error: this argument of an operator needs a value that is not known
    if (way == 2) return x * width;
    // OWN: :[[@LINE-7]]:{{[0-9]+}}: remark: 'count' has no body in this file: the graph does not have what it does
    // OWN: operator.mul](args = (%x, 3)
    // STRICT: :[[@LINE-9]]:{{[0-9]+}}: error: 'count' has no body in this file
    return x * own;
  }
  int64_t way;
  int64_t& width = config.width;
};
