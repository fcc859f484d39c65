// remove(), remove_if() and unique() of a list destroy what they take out behind all comparisons,
// the last first; sort() compares what libstdc++'s compares. An exception out of a comparison is an
// error.
// RUN: fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=throws -- 2>&1 | FileCheck %s --check-prefix=THROWS
#include <list>
static int order;
struct Item {
  int number;
  ~Item() { order = order * 3 + number; }
  bool operator==(const Item& other) const { return number == other.number; }
};
int main() {
  std::list<Item> items;
  for (const int number : {1, 2, 1, 0})
    items.push_back({number});
  order = 0;
  items.remove(items.front()); // a reference to one that goes
  items.remove_if([](const Item& item) { return item.number == 0; });
  int comparisons = 0;
  std::list<int> numbers{5, 3, 8, 1, 9, 2, 7};
  numbers.sort([&](int a, int b) {
    ++comparisons;
    return a < b;
  });
  return order * 100 + comparisons;
}
// CHECK: return 1214

int throws() {
  std::list<int> numbers{3, 1, 2};
  try {
    numbers.sort([](int a, int b) { return a == 2 ? throw 1 : a < b; });
  } catch (int) {
  }
  return numbers.front();
}
// THROWS: lists-remove-and-sort.cpp:[[@LINE-5]]:5: error: an exception that leaves a comparison of 'sort' is not supported yet
