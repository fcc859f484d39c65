// A value that a pass puts into the place of a parameter stands where the parameter was used, and the parameter stays.
// RUN: %fx-clang-trace %s '--passes=inline-constants<name=n;value=3>' --rewrite -- | FileCheck %s --match-full-lines --strict-whitespace
// RUN: %fx-clang-trace %s '--passes=inline-constants<name=n;value=3>,const-fold' --rewrite -- | FileCheck %s --check-prefix=FOLDED --match-full-lines --strict-whitespace

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, int64_t n) {
    auto twice = n * 2;
    auto more = twice + 1;
    return x * more + n;
  }
};

// The lines of the diff, more than three lines below the code: a diff shows those around a change.

//     CHECK:   torch::Tensor forward(torch::Tensor x, int64_t n) {
//CHECK-NEXT:-    auto twice = n * 2;
//CHECK-NEXT:+    auto twice = 3 * 2;
//CHECK-NEXT:     auto more = twice + 1;
//CHECK-NEXT:-    return x * more + n;
//CHECK-NEXT:+    return x * more + 3;
//CHECK-NEXT:   }

//     FOLDED:   torch::Tensor forward(torch::Tensor x, int64_t n) {
//FOLDED-NEXT:-    auto twice = n * 2;
//FOLDED-NEXT:-    auto more = twice + 1;
//FOLDED-NEXT:-    return x * more + n;
//FOLDED-NEXT:+    auto twice = 6;
//FOLDED-NEXT:+    auto more = 7;
//FOLDED-NEXT:+    return x * more + 3;
//FOLDED-NEXT:   }
