// delete[] of an array of arrays ends each object, as does what owns an array, of tuples too.
// RUN: fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s
#include <memory>
#include <tuple>
static int ended;
struct Item {
  ~Item() { ++ended; }
};
int main() {
  auto* rows = new Item[2][2];
  delete[] rows;
  typedef Item Pair[2];
  Pair* pairs = new Pair[3];
  delete[] pairs;
  Item* one = new Pair;
  delete[] one;
  {
    std::unique_ptr<Item[]> owner(new Item[3]);
  }
  {
    std::unique_ptr<std::tuple<Item>[]> owner(new std::tuple<Item>[2]);
  }
  return ended;
}
// CHECK: return 17
