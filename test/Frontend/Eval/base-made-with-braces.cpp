// A base that is an aggregate is made by the braces of the initialiser list.
// RUN: fx-clang-trace %s --root=value -- 2>&1 | FileCheck %s
struct Base {
  int a;
  int b = 4;
};
struct Derived : Base {
  int c;
  explicit Derived(int n) : Base{n}, c(a + b) {}
};
int value() {
  Derived d(3);
  d.b += 10;
  return d.a * 1000 + d.b * 10 + d.c;
}
// CHECK: return 3147
