// A thread_local variable that needs code to begin does so where one of them is first used; the use
// of one that begins as a constant begins no other.
// RUN: fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s
thread_local int first = 5;
struct Holder {
  static thread_local int second;
};
thread_local int Holder::second = first + 1;
int main() {
  first++;
  return first * 10 + Holder::second;
}
// CHECK: return 67
