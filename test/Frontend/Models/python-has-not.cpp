// Operators that Python does not have, or that give another result there, are refused; attributes of
// Python's are none.
// RUN: not fx-clang-trace --root=Alias %s -- 2>&1 | FileCheck %s --check-prefix=ALIAS
// RUN: not fx-clang-trace --root=Unique %s -- 2>&1 | FileCheck %s --check-prefix=UNIQUE
// RUN: not fx-clang-trace --root=Distance --emit=python %s -- 2>&1 | FileCheck %s --check-prefix=DISTANCE
// RUN: fx-clang-trace --root=Has %s -- | FileCheck %s
#include <torch/torch.h>

struct Alias : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::alias(x); }
  // ALIAS: [[@LINE-1]]:51: error: Python's torch does not export the operator 'alias'
};

struct Unique : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return std::get<0>(torch::unique_consecutive(x)); }
  // UNIQUE: [[@LINE-1]]:63: error: Python's torch does not export the operator 'unique_consecutive'
};

struct Distance : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::cdist(x, x, 2, 1); }
  // DISTANCE: [[@LINE-1]]:51: error: %cdist: Python's torch.functional.cdist takes text as its compute_mode
};

struct Has : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: %getattr_1 : {{.*}}builtins.getattr](args = (%x, "mT")
    x = x.mT();
    // CHECK: target=torch.add](args = (%getattr_1, 2), kwargs = {alpha: 3})
    x = torch::add(x, 2, 3);
    // CHECK: target=std](args = (%add, 0), kwargs = {})
    auto s = x.std(0);
    // CHECK: target=torch._C._nn.mse_loss](args = (%add, %std), kwargs = {reduction: 1})
    // CHECK: target=torch._C._nn.mse_loss](args = (%add, %std, 2), kwargs = {})
    return torch::mse_loss(x, s) + torch::mse_loss(x, s, torch::Reduction::Sum);
  }
};
