// A changed argument: only itself.
// RUN: %fx-clang-trace %s --rules=%S/../Inputs/rules.cpp --export-fixes=%t.yaml -- 2>/dev/null
// RUN: FileCheck %s < %t.yaml

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::leaky_relu(x, 0.01); }
};

// CHECK:      Replacements:
// CHECK-NEXT:   - FilePath: {{.*}}argument.cpp
// CHECK-NEXT:     Offset:
// CHECK-NEXT:     Length: 4
// CHECK-NEXT:     ReplacementText: '0.2'
