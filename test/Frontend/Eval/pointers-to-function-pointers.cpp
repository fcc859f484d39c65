// A variable that holds a pointer to a function has an address of its own, and is written through it.
// RUN: fx-clang-trace %s --root=main -- | FileCheck %s
#include <memory>

int next(int x) {
  return x + 1;
}
int twice(int x) {
  return x * 2;
}
using Function = int (*)(int);

struct Net {
  Function activation;
  int first() { return 1; }
  int second() { return 2; }
};

void set(Function* place, Function value) {
  *place = value;
}

int main() {
  Function local = next;
  Function* place = &local;
  *place = twice;
  int result = local(3); // 6
  Net net{next};
  set(&net.activation, twice);
  result = result * 10 + net.activation(4); // 68
  Function array[2] = {next, next};
  *std::addressof(array[1]) = twice;
  result = result * 10 + array[0](1) + array[1](3) - 1; // 687
  int (Net::*method)() = &Net::first;
  int (Net::* * at)() = &method;
  *at = &Net::second;
  result = result * 10 + (net.*method)(); // 6872
  Function same = &next;
  // CHECK: return 68721
  return result * 10 + (same == next && *same == next ? 1 : 0);
}
