// The right side of an assignment operator is evaluated first, whether it is a member or not.
// RUN: fx-clang-trace %s --root=main --emit=fx -- 2>&1 | FileCheck %s

static int log_ = 0;
struct Number {
  int value;
  Number& operator-=(Number) { return *this; }
};
static Number& operator+=(Number& left, Number) {
  return left;
}
static Number operator<<(Number left, Number) {
  return left;
}
static Number& name(Number& number, int mark) {
  log_ = log_ * 10 + mark;
  return number;
}

int main() {
  Number number{};
  name(number, 1) += name(number, 2);
  name(number, 3) -= name(number, 4);
  operator+=(name(number, 5), name(number, 6)); // a call like any other
  name(number, 7) << name(number, 8);
  // CHECK: return 21435678
  return log_;
}
