// The advice for an option that a function without a model computes names the call, and helps.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --assume='std::riemann_zeta(2.0)=3' -- | FileCheck %s --check-prefix=ASSUMED
#include <torch/torch.h>

#include <cmath>

struct NetImpl : torch::nn::Module {
  NetImpl() {
    // CHECK: :[[#@LINE+4]]:{{.*}}: error: this argument of an operator needs a value that is not known
    // CHECK: note: the result of 'std::riemann_zeta' is not known
    // CHECK: note: say what it is with --assume='std::riemann_zeta(2.0)=<value>', or
    linear = register_module(
        "linear", torch::nn::Linear(torch::nn::LinearOptions(std::riemann_zeta(2.0), 8)));
  }
  torch::Tensor forward(torch::Tensor x) { return linear(x); }
  // ASSUMED: linear: torch::nn::Linear(in_features = 3, out_features = 8)
  torch::nn::Linear linear{nullptr};
};
TORCH_MODULE(Net);
