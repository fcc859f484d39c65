// __builtin_is_constant_evaluated() is true where the initialiser of a variable is a constant.
// RUN: fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s
#include <type_traits>
constexpr int which() {
  return __builtin_is_constant_evaluated() ? 1 : 2;
}
int runtime = 7;
int constant = which();
int dynamic = which() + runtime;
int main() {
  const int local = which();
  int variable = which();
  constexpr int fixed = which();
  return constant + dynamic * 10 + local * 1000 + variable * 10000 + fixed * 100000;
}
// CHECK: return 121091
