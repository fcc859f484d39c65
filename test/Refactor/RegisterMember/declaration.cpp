// Without a constructor it is registered where it is declared.
// RUN: %fx-clang-trace %s --root=Net --refactor=register-member -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return c(b(a(x))); }
  // CHECK:-  torch::nn::Linear a{4, 4};
  // CHECK-NEXT:-  torch::nn::Linear b = torch::nn::Linear(4, 4);
  // CHECK-NEXT:-  torch::nn::Linear c{torch::nn::Linear(4, 2)};
  // CHECK-NEXT:+  torch::nn::Linear a{register_module("a", torch::nn::Linear{4, 4})};
  // CHECK-NEXT:+  torch::nn::Linear b{register_module("b", torch::nn::Linear(4, 4))};
  // CHECK-NEXT:+  torch::nn::Linear c{register_module("c", torch::nn::Linear(4, 2))};
  torch::nn::Linear a{4, 4};
  torch::nn::Linear b = torch::nn::Linear(4, 4);
  torch::nn::Linear c{torch::nn::Linear(4, 2)};
};
