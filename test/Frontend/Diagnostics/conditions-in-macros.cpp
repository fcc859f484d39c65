// What the argument of a macro says is named as it stands there, by --assume too; a check in a loop
// is told of once.
// RUN: fx-clang-trace %s --input x=2x4 -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --assume='x.size(1)%%2==0=true' -- 2>&1 | FileCheck %s --check-prefix=ASSUMED
#include <torch/torch.h>

#define REQUIRE(condition)                                                                         \
  if (!(condition)) throw std::runtime_error("not so")

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    for (int i = 0; i < 3; ++i) {
      // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: 'x.size(1)%2==0' is true for the example inputs
      REQUIRE(x.size(1) % 2 == 0);
      x = x / 2;
    }
    // CHECK-NOT: remark:
    // ASSUMED: traced for x.size(1)%2==0 = true
    return x;
  }
};
