// The elements of what the constructor made are known through data() as well, unless something was
// written through it.
// RUN: fx-clang-trace %s --root=Known -- 2>/dev/null | FileCheck %s
// RUN: not fx-clang-trace %s --root=Written -- 2>&1 | FileCheck %s --check-prefix=WRITTEN
#include <torch/torch.h>

struct Known : torch::nn::Module {
  Known() {
    const auto sizes = torch::tensor({4, 5});
    if (sizes.data()[1].item<int64_t>() == 5) factor = 3;
  }
  // CHECK: operator.mul](args = (%x, 3)
  torch::Tensor forward(torch::Tensor x) { return x * factor; }
  int64_t factor = 1;
};

struct Written : torch::nn::Module {
  Written() {
    auto sizes = torch::tensor({4, 5});
    sizes.data().fill_(5);
    // WRITTEN: [[#@LINE+1]]:{{[0-9]+}}: error: the condition of this 'if' needs a value
    if (sizes.data()[0].item<int64_t>() == 4) factor = 3;
  }
  torch::Tensor forward(torch::Tensor x) { return x * factor; }
  int64_t factor = 1;
};
