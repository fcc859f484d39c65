// --keep-going traces what can be traced, writes it, and sums up all classes; the exit code tells
// that something is missing.
// RUN: not fx-clang-trace %s --keep-going -o %t.fx -- 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=GRAPH --input-file=%t.fx
// Without it nothing is written.
// RUN: rm %t.fx
// RUN: not fx-clang-trace %s -o %t.fx -- 2> /dev/null
// RUN: not ls %t.fx
#include <torch/torch.h>

struct Good : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(x); }
};
struct Bad : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (x.sum().item<float>() > 0) return x;
    return -x;
  }
};
struct Sized : torch::nn::Module {
  explicit Sized(int width) {}
  torch::Tensor forward(torch::Tensor x) { return x; }
};
// CHECK: keep-going.cpp:16:{{[0-9]+}}: error: the condition of this 'if' depends on a tensor's value
// CHECK: Good {{ *}}traced
// CHECK-NEXT: Bad {{ *}}failed: {{.*}}keep-going.cpp:16:{{[0-9]+}}: the condition of this 'if' depends on a tensor's value
// CHECK-NEXT: Sized {{ *}}not constructed: --root='Sized(<int width>)'
// GRAPH: module Good
// GRAPH-NOT: module Bad
