// Bit-fields without a name take no initialiser, in braces and in parentheses.
// RUN: fx-clang-trace %s --root=main --emit=fx -- -std=c++20 2>&1 | FileCheck %s

struct Flags {
  unsigned first : 7;
  int : 0;
  int second : 6;
  int : 3;
  int third;
};

int main() {
  const Flags braces = {1, -2, 3};
  const Flags parentheses(4, 5, 6);
  // CHECK: return 183456
  return (braces.first + braces.second + 2) * 180000 + braces.third * 1000 +
         parentheses.first * 100 + parentheses.second * 10 + parentheses.third;
}
