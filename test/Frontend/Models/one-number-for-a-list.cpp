// One number that C++ takes for a list of integers is a tuple where Python takes no number there.
// REQUIRES: libtorch
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
// RUN: fx-clang-trace %s --verify --emit=python -o %t.py -- | FileCheck %s --check-prefix=VERIFY
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: torch.full](args = ((3,), 2.5)
    x = x + torch::full(3, 2.5).sum();
    // CHECK: new_full](args = (%{{[a-z_0-9]+}}, (%size,), 2)
    x = x + x.new_full(x.size(0), 2).sum();
    // CHECK: torch.flip](args = (%{{[a-z_0-9]+}}, (0,))
    x = torch::flip(x, 0);
    // CHECK: torch.zeros](args = (3,)
    return x + torch::zeros(3).sum();
  }
};

// VERIFY: python eval: output: {{.*}}, largest difference 0
// VERIFY-NOT: DIFFERENT
