// Containers destroy the first element first where a later one throws; temporaries of default
// arguments end before the next element of an array is made, and before a handler by value runs.
// RUN: fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s
#include <vector>
static int order, made;
struct Item {
  int number = ++made;
  Item() {
    if (number == 4) throw 1;
  }
  ~Item() { order = order * 10 + number; }
};
static int half() {
  order = 0;
  try {
    std::vector<Item> items(6);
  } catch (int) {
  }
  return order;
}

struct Six {
  ~Six() { order = order * 10 + 6; }
};
struct Taker {
  Taker(const Six& = {}) { order = order * 10 + 1; }
  Taker(const Taker&, const Six& = {}) {}
};
static int filled() {
  order = 0;
  Taker takers[2] = {};
  return order;
}
static int handled() {
  order = 0;
  try {
    throw Taker();
  } catch (Taker taker) {
    order = order * 10 + 2;
  }
  return order;
}
int main() {
  return half() * 100000 + filled() * 10 + handled();
}
// CHECK: return 12317822
