// The frontend passes over what is wrong outside of the model, a compiler does not: its first error is shown.
// REQUIRES: libtorch
// RUN: not fx-clang-trace %s --root=Fine --verify=eval -- 2>&1 | FileCheck %s
// RUN: rm -rf %t && mkdir %t
// RUN: echo '[{"directory": "%t", "file": "%s", "command": "/bin/false -std=c++17 %s"}]' > %t/compile_commands.json
// RUN: not fx-clang-trace %s -p %t --root=Fine --verify=eval 2>&1 | FileCheck %s --check-prefix=FALSE
#include <torch/torch.h>

inline int broken() {
  return nowhere;
}
// CHECK: error: Fine(): the program that compares the models does not build: [models-not-compared]
// CHECK-NEXT: does-not-build.cpp:[[@LINE-3]]:{{[0-9]+}}: error: use of undeclared identifier 'nowhere'
// FALSE: error: Fine(): the program that compares the models does not build:
// FALSE-NEXT: '/bin/false' ended with 1

struct Fine : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x * 2; }
};
