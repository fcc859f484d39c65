// Several values that are used behind: new variables are a structured binding, others are assigned.
// RUN: %fx-clang-trace %s --root=Bound '--refactor=split-forward<name=part>' --at=%s:13-14 -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=BOUND
// RUN: %fx-clang-trace %s --root=Tied '--refactor=split-forward<name=part>' --at=%s:24-25 -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=TIED

#include <torch/torch.h>

// BOUND:+  std::tuple<torch::Tensor, torch::Tensor> part(const torch::Tensor& x) {
// BOUND:+    return {a, b};
// BOUND:+    auto [a, b] = part(x);
struct Bound : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = x + 1;
    auto a = torch::sin(x);
    auto b = torch::cos(x);
    return a * b;
  }
};

// TIED:+  std::tuple<torch::Tensor, torch::Tensor> part(torch::Tensor x) {
// TIED:+    torch::Tensor a;
// TIED-NEXT:+    std::tie(x, a) = part(x);
struct Tied : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = x + 1;
    auto a = torch::sin(x);
    return a * x;
  }
};
