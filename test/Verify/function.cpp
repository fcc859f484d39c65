// A function as the root, with several outputs and a number; a text has to be given.
// REQUIRES: libtorch
// RUN: fx-clang-trace %s --root=split --verify=eval --input n=2 --input mask=none -- | FileCheck %s
// RUN: not fx-clang-trace %s --root=smooth --verify -- 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not fx-clang-trace %s --root=never --verify -- 2>&1 | FileCheck %s --check-prefix=NEVER
#include <optional>
#include <torch/torch.h>

// CHECK: inputs: n=2 mask=none x={{[0-9x]+}}:float32
// CHECK-NEXT: eval: output 0: {{.*}}, largest difference
// CHECK-NEXT: eval: output 1: {{.*}}, largest difference
// CHECK-NEXT: eval: output 2: {{.*}}, largest difference
std::tuple<std::vector<torch::Tensor>, int> split(const torch::Tensor& x, int n,
                                                  std::optional<torch::Tensor> mask) {
  auto y = mask ? x * *mask : x * n;
  return {{y, y + 1}, n + 1};
}

// TEXT: function.cpp:[[@LINE+2]]:{{[0-9]+}}: error: --verify needs an example of 'mode'
// TEXT: note: write --input mode=<value>; it is of type 'std::basic_string<char>'
torch::Tensor smooth(torch::Tensor x, std::string mode) {
  return torch::gelu(x, mode);
}

// No image, no sequence and no vector is of 77 numbers and has a square of 3 columns.
// NEVER: function.cpp:[[@LINE+3]]:{{[0-9]+}}: error: --verify needs an example of 'x'
// NEVER: note: write --input x=1x3x224x224, with its sizes
// NEVER: note: with those that were tried:
torch::Tensor never(torch::Tensor x) {
  return x.view({7, 11}).matmul(x.view({7, 3}));
}
