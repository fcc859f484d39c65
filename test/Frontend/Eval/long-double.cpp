// long double is computed exactly, with the functions of <cmath> too; a wider type is refused.
// RUN: fx-clang-trace %s --root=right -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=sums -- 2>&1 | FileCheck %s --check-prefix=SUMS
// RUN: fx-clang-trace %s --root=logs -- 2>&1 | FileCheck %s --check-prefix=LOGS
// RUN: fx-clang-trace %s --root=big -- 2>&1 | FileCheck %s --check-prefix=BIG
// RUN: not fx-clang-trace %s --root=wide -- 2>&1 | FileCheck %s --check-prefix=WIDE
#include <cmath>
double right() {
  long double half = 0.5L;
  double tenth = 0.1L;
  const double sum = half * 3 + 0.25L;
  return sum + tenth;
}
// CHECK: return 1.85
bool sums() {
  long double sum = 1;
  sum += 0.1L;
  // In double this is 0.10000000000000009.
  // SUMS: return True
  return sum - 1 != 0.1L && static_cast<double>(sum - 1) == 0.1 && sum == 1.1L;
}
unsigned long logs() {
  const long double range = 4294967296.0L;
  // LOGS: return 32
  return std::log(range) / std::log(2.0L);
}
long big() {
  long long number = 9007199254740993;
  long double same = number;
  // BIG: return 1
  return same - 9007199254740992;
}
double wide() {
  __float128 third = 1;
  // WIDE: :[[@LINE+1]]:{{.*}} error: a result in long double that is not known exactly
  third = third / 3;
  return third;
}
