// What --input cannot mean is an error that says how to write it.
// RUN: not fx-clang-trace %s --input x=2y3 -- 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not fx-clang-trace %s --input z=2x3 -- 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not fx-clang-trace %s --input x=2x3:float33 -- 2>&1 | FileCheck %s --check-prefix=DTYPE
// RUN: not fx-clang-trace %s --input 2x3 --input 3 -- 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not fx-clang-trace %s --input 'x=(2x3,2x3)' -- 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not fx-clang-trace %s --input x=2x3 --input x=2x3 -- 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not fx-clang-trace %s --root=scaled --input n=2x3 -- 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not fx-clang-trace %s --root=scaled --input pair=2 -- 2>&1 | FileCheck %s --check-prefix=STRUCT
// RUN: not fx-clang-trace %s --input x=99999999999x99999999999 -- 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not fx-clang-trace %s --input x=2x3 --kernels=%t.so -- 2>&1 | FileCheck %s --check-prefix=PLUGIN
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  // SYNTAX: :[[#@LINE+7]]:{{[0-9]+}}: error: --input x=2y3 cannot be read
  // SYNTAX: note: write --input <parameter>=<sizes>[:<dtype>{{.*}}], as in --input x=1x3x224x224
  // KIND: :[[#@LINE+5]]:{{[0-9]+}}: error: --input x=(2x3,2x3): 'x' is a tensor
  // LARGE: :[[#@LINE+4]]:{{[0-9]+}}: error: --input x=99999999999x99999999999: {{.+}}
  // NAME: :[[#@LINE+3]]:{{[0-9]+}}: error: --input z=2x3: forward has no such parameter; it has (x)
  // DTYPE: :[[#@LINE+2]]:{{[0-9]+}}: error: --input x=2x3:float33: 'float33' is no dtype
  // MANY: :[[#@LINE+1]]:{{[0-9]+}}: error: --input 3: forward has no such parameter; it has (x)
  torch::Tensor forward(torch::Tensor x) { return torch::relu(x); }
};
TORCH_MODULE(Net);
// TWICE: error: --input x=2x3: 'x' is given twice

struct Pair {
  torch::Tensor first, second;
};

// NUMBER: :[[#@LINE+2]]:{{[0-9]+}}: error: --input n=2x3: 'n' is a number
// STRUCT: :[[#@LINE+1]]:{{[0-9]+}}: error: --input pair=2: 'pair' is a struct: give its members, as in --input x.pose=1x3
torch::Tensor scaled(Pair pair, int64_t n) {
  return pair.first * n;
}
// PLUGIN: fx-clang-trace: error: cannot load '{{.*}}.so', which knows LibTorch's kernels
