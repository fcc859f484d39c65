// A defaulted <=> of a member that has == and < alone is what Clang makes of these.
// RUN: fx-clang-trace %s --root=main --emit=fx -- -std=c++20 2>&1 | FileCheck %s
#include <compare>

static int calls = 0;
struct Number {
  int value;
  bool operator==(const Number& other) const { return ++calls, value == other.value; }
  bool operator<(const Number& other) const { return ++calls, value < other.value; }
};
struct Holder {
  Number number;
  std::weak_ordering operator<=>(const Holder&) const = default;
};

int main() {
  const Holder one{{1}};
  const Holder two{{2}};
  // CHECK: return 1
  return one < two && two > one && one <= one && calls == 5;
}
