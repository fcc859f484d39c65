// A global that an array of objects gives its value, before constructors of the array have run, is
// an error where it is used: it is made of zeros in C++. Numbers in an array are zero then.
// RUN: not fx-clang-trace %s --root=objects -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=numbers -- 2>&1 | FileCheck %s --check-prefix=NUMBERS
struct Item {
  int number;
  Item(int number) : number(number) {}
};
extern Item items[2];
extern int counts[2];
int early = items[1].number;
int first = counts[1] + 1;
int three() {
  return 3;
}
Item items[2] = {Item(3), Item(4)};
int counts[2] = {three(), three()};
int objects() {
  return early * 10 + items[1].number;
}
int numbers() {
  return first * 10 + counts[1];
}
// CHECK: arrays-of-objects-before-their-turn.cpp:[[@LINE-5]]:10: error: a global that a global array of objects gives its value, before the turn of that array, is not supported yet
// NUMBERS: return 13
