// Recursion and loops that do not end are errors, not crashes, and that within a minute.
// RUN: not timeout 60 fx-clang-trace %s --root=recurse -- 2>&1 | FileCheck %s --check-prefix=RECURSION
// RUN: not timeout 60 fx-clang-trace %s --root=loop -- 2>&1 | FileCheck %s --check-prefix=LOOP
#include <torch/torch.h>
// RECURSION: error: {{.*}}does this recursion end?
// RECURSION-COUNT-8: note: in the call of 'recurse' here
// RECURSION: note: and in {{[0-9]+}} more calls
// RECURSION-COUNT-8: note: in the call of 'recurse' here
// RECURSION-NOT: note: in the call
torch::Tensor recurse(torch::Tensor x) {
  return recurse(x) + 1;
}
// LOOP: error: gave up after 5000000 steps: does this loop or recursion end?
torch::Tensor loop(torch::Tensor x) {
  for (unsigned i = 10; i >= 0; --i) {
  }
  return x;
}
