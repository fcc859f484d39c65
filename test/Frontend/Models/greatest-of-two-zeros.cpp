// fmax and fmin of two zeros of other signs give either: who looks at the sign is told so.
// RUN: not fx-clang-trace %s --root=sign -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=equal -- 2>&1 | FileCheck %s --check-prefix=EQUAL
#include <cmath>
int sign() {
  return std::signbit(std::fmax(-0.0, 0.0)) ? 1 : 2;
}
// CHECK: greatest-of-two-zeros.cpp:[[@LINE-2]]:10: error:
// CHECK: note: which of two zeros this is, is not specified
// Single precision too, which Clang would compute while it compiles.
// RUN: not fx-clang-trace %s --root=single -- 2>&1 | FileCheck %s --check-prefix=SINGLE
int single() {
  return std::signbit(std::fmin(0.0f, -0.0f)) ? 1 : 2;
}
// SINGLE: greatest-of-two-zeros.cpp:[[@LINE-2]]:10: error:
// SINGLE: note: which of two zeros this is, is not specified
int equal() {
  return std::fmin(-0.0, -0.0) == 0 ? 3 : 4;
}
// EQUAL: return 3
