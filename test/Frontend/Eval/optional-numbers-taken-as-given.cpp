// An optional number without a default is taken to hold a value, which is said once; --input says
// that it is none.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --emit=fx --input n=none -- 2>&1 | FileCheck %s --check-prefix=NONE
#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, c10::optional<int64_t> n,
                        std::vector<c10::optional<double>> scales) {
    // CHECK: :[[@LINE+2]]:{{[0-9]+}}: remark: traced as if 'n' holds a value
    // CHECK-NOT: remark: traced as if 'n'
    if (n.has_value()) x = x + *n;
    if (n != c10::nullopt) x = x - 1;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: traced as if 'scales' holds a value
    return x * scales[0].value_or(2);
  }
};
// CHECK: operator.add](args = (%x, %n)
// CHECK: operator.sub](args = (%add, 1)
// NONE-NOT: remark: traced as if 'n'
// NONE-NOT: operator.add
