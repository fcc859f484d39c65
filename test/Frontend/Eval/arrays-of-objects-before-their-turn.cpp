// What uses a global array of objects before the constructors of the array have run is an error: it
// is made of zeros in C++. Numbers in an array are zero then.
// RUN: not fx-clang-trace %s --root=main -- -DOBJECTS 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s --check-prefix=NUMBERS
#ifdef OBJECTS
struct Item {
  int number;
  Item(int number) : number(number) {}
};
#else
using Item = int;
#endif
static int three() {
  return 3;
}
static int set();
int unused = set();
Item items[2] = {Item(three()), Item(4)};
static int set() {
  const auto before = items[1];
  items[0] = Item(42);
  return sizeof before;
}
int main() {
  return sizeof items[0] == unused;
}
// CHECK: arrays-of-objects-before-their-turn.cpp:[[@LINE-9]]:6: error: the use of a global array of objects before its turn is not supported yet
// NUMBERS: return 1
