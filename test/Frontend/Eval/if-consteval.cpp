// if consteval asks whether a constant is computed here.
// RUN: fx-clang-trace %s --root=main --emit=fx -- -std=c++23 2>&1 | FileCheck %s
consteval int square(int n) {
  return n * n;
}
constexpr int pick(int n) {
  if consteval {
    return square(3) + n;
  } else {
    return n;
  }
}
constexpr int other(int n) {
  if !consteval {
    return n;
  }
  return n + 5;
}

static const int constant = pick(1);
static int values[pick(2)];

int main() {
  int n = 4;
  const int size = sizeof values / sizeof(int);
  static constexpr int five = other(0);
  // CHECK: return 1011452
  return constant * 100000 + size * 1000 + pick(n) * 100 + five * 10 + other(2);
}
