// What a module cannot be told stays: an operand that is computed, weights, a place whose runs would need several
// modules, and code outside of the class, which does not see its members.
// RUN: fx-clang-trace %s --root=Net --refactor=functional-to-module -- 2>&1 | FileCheck %s
// CHECK: functional-to-module: 0 places changed
// CHECK-NOT: {{^[-+]}}

#include <torch/torch.h>

torch::Tensor activate(const torch::Tensor& x) {
  return torch::relu(x);
}

struct Net : torch::nn::Module {
  torch::Tensor pool(const torch::Tensor& x, int64_t size) {
    return torch::max_pool2d(x, {size, size});
  }
  torch::Tensor forward(torch::Tensor x) {
    x = pool(pool(x, 2), 3);
    x = torch::softmax(x, x.dim() - 1);
    return torch::linear(activate(x), weight);
  }
  torch::Tensor weight = register_parameter("weight", torch::zeros({4, 4}));
};
