// The object before the name of a static member is evaluated, for what it does.
// RUN: fx-clang-trace %s --root=main --emit=fx -- -std=c++23 2>&1 | FileCheck %s

static int calls = 0;
struct Part {
  static int number;
  static int get() { return 5; }
  static int operator()(int one) { return one + 1; }
  static int operator[](int one) { return one + 2; }
  enum { constant = 6 };
};
int Part::number = 4;
static Part make(int by) {
  calls += by;
  return {};
}

int main() {
  const int sum =
      make(1).number + make(10).get() + make(100).constant + make(1000)(1) + make(10000)[1];
  int (*function)() = make(100000).get;
  // CHECK: return 1
  return sum == 4 + 5 + 6 + 2 + 3 && function() == 5 && calls == 111111;
}
