// The edits as clang-apply-replacements takes them: it makes of them what -i does.
// RUN: rm -rf %t && mkdir %t
// RUN: cp %s %t/fixed.cpp && cp %s %t/replaced.cpp
// RUN: %fx-clang-trace %t/fixed.cpp --rules=%S/../Inputs/rules.cpp -i -- 2>/dev/null
// RUN: %fx-clang-trace %t/replaced.cpp --rules=%S/../Inputs/rules.cpp --export-fixes=%t/fixes.yaml -- 2>/dev/null
// RUN: clang-apply-replacements %t
// RUN: diff %t/fixed.cpp %t/replaced.cpp
// RUN: not diff %s %t/fixed.cpp

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = torch::relu(torch::leaky_relu(x, 0.01));
    return torch::erf(x);
  }
};
