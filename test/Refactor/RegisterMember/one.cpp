// `path` names one, and so does the place of a call.
// RUN: fx-clang-trace %s --root=Net --refactor='register-member<path=b>' -- 2>&1 | FileCheck %s --check-prefix=B
// RUN: fx-clang-trace %s --root=Net --refactor=register-member --at=%s:16 -- 2>&1 | FileCheck %s --check-prefix=B
// B: saved weights: 'b.*'
// B-NOT: register_module("a"
// B: + {{.*}}register_module("b", torch::nn::Linear{4, 4})

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear a{4, 4};
  torch::nn::Linear b{4, 4};
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    // The second layer.
    return b(x);
  }
};
