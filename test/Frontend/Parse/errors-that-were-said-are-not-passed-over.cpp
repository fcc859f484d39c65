// An error that the model needs is said once, where it stands and with what Clang would write there; only others are passed over.
// RUN: not fx-clang-trace %s --root=Net -- 2>&1 | FileCheck %s --implicit-check-not='passed over'
// RUN: sed 's/^#ifdef PLOT/#if true/' %s > %t.cpp
// RUN: not fx-clang-trace %t.cpp --root=Net -- 2>&1 | FileCheck %s --check-prefixes=CHECK,PLOT
// RUN: not fx-clang-trace %s --root=Net --emit=json -- 2>/dev/null | FileCheck %s --check-prefix=JSON
#include <torch/torch.h>

#ifdef PLOT
inline void plot() {
  plt::figure();
}
#endif

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor input) {
    // CHECK: :[[@LINE+7]]:5: error: use of undeclared identifier 'imput'; did you mean 'input'? [does-not-compile]
    // CHECK: note: what does not compile cannot be traced, and the model needs this
    // JSON: "id": "does-not-compile"
    // JSON: "fixits": [
    // JSON: "begin": {
    // JSON: "column": 5
    // JSON: "text": "input"
    imput = torch::relu(input);
    return input;
  }
};
// PLOT: remark: passed over 1 error outside of what is traced, the first: {{.*}}:[[@LINE-17]]:{{[0-9]+}}: error: use of undeclared identifier 'plt'
