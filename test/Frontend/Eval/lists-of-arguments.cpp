// What a function takes from a list of arguments that it was handed, its caller does not find again.
// RUN: fx-clang-trace %s --root=main --emit=fx -- 2>&1 | FileCheck %s
#include <cstdarg>

static int take(va_list list) {
  return va_arg(list, int);
}
static int take_two(va_list list) {
  return take(list) * 10 + va_arg(list, int);
}
static int read(int count, ...) {
  va_list list;
  va_list copy;
  va_start(list, count);
  int sum = take(list);
  va_copy(copy, list);
  sum = sum * 100 + take_two(list);
  sum = sum * 10 + va_arg(list, int);
  sum = sum * 10 + take(copy);
  va_end(copy);
  va_end(list);
  return sum;
}

int main() {
  // CHECK: return 12342
  return read(4, 1, 2, 3, 4);
}
