// long double is computed where a double holds the result, and refused where it does not.
// RUN: fx-clang-trace %s --root=right -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=sums -- 2>&1 | FileCheck %s --check-prefix=SUMS
// RUN: not fx-clang-trace %s --root=root -- 2>&1 | FileCheck %s --check-prefix=ROOT
// RUN: not fx-clang-trace %s --root=big -- 2>&1 | FileCheck %s --check-prefix=BIG
#include <cmath>
double right() {
  long double half = 0.5L;
  double tenth = 0.1L;
  const double sum = half * 3 + 0.25L;
  return sum + tenth;
}
// CHECK: return 1.85
double sums() {
  long double sum = 1;
  // SUMS: :[[@LINE+1]]:{{.*}} error: a result in long double that no double holds is not supported yet
  sum += 0.1L;
  return sum;
}
double root() {
  long double two = 2;
  // ROOT: :[[@LINE+1]]:{{.*}} error: std::sqrt in long double is not supported yet
  return std::sqrt(two);
}
double big() {
  long long number = 9007199254740993;
  // BIG: :[[@LINE+1]]:{{.*}} error: a number in long double that no double holds is not supported yet
  long double same = number;
  return same - 9007199254740992;
}
