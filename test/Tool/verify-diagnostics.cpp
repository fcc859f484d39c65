// --verify-diagnostics compares what is said with the comments that expect it, notes where they are
// named; what does not come, and what nothing expects, is an error at its place.
// RUN: fx-clang-trace %s --verify-diagnostics --
// RUN: sed -e 's/known only/never said/' -e 's/expected.remark/remark/' %s > %t.cpp
// RUN: not fx-clang-trace %t.cpp --verify-diagnostics -- 2>&1 | FileCheck %s
// CHECK: cpp:18:8: error: expected error 'which is never said when the model runs' on line 19 did not come
// CHECK: cpp:17:{{[0-9]+}}: error: unexpected remark: 'other' has no body in this file
// CHECK: cpp:19:{{[0-9]+}}: error: unexpected error: the condition of this 'if' depends on a tensor's value
// An expectation that cannot be read is told, and two may stand on one line:
// RUN: echo '// expect''ed-note 2 {{x}}' >> %t.cpp
// RUN: not fx-clang-trace %t.cpp --verify-diagnostics -- 2>&1 | FileCheck %s --check-prefix=FORM
// FORM: error: this expectation cannot be read
#include <torch/torch.h>
void other();
struct NetImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    other(); // expected-remark {{has no body in this file}}
    // expected-error@+1 {{which is known only when the model runs}}
    if (x.sum().item<float>() > 0) return x;
    // expected-note@above {{'item' (item) comes from here}} expected-note@above {{'gt'}}
    return x;
  }
};
TORCH_MODULE(Net);
