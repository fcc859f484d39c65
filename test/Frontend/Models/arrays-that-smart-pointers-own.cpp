// make_unique and make_shared of an array make its elements, which the last owner ends.
// RUN: fx-clang-trace %s --root=main --emit=fx -- -std=c++20 2>&1 | FileCheck %s
#include <memory>

int alive = 0;
struct Item {
  int value = 4;
  Item() { ++alive; }
  ~Item() { --alive; }
};

int main() {
  auto items = std::make_unique<Item[]>(2);
  items[1].value = 5;
  int result = items[0].value * 100 + items[1].value * 10 + alive; // 452
  items.reset();
  result = result * 10 + alive; // 0
  auto numbers = std::make_shared<int[]>(3, 7);
  auto same = numbers;
  same[1] = 5;
  // CHECK: return 4520757
  return result * 1000 + numbers[0] * 100 + numbers[1] * 10 + numbers.get()[2];
}
