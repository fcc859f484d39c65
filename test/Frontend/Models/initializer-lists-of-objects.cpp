// A list in braces copies each object once, and a copy of the list copies none.
// RUN: fx-clang-trace %s --root=main --emit=fx -- -std=c++17 2>&1 | FileCheck %s
#include "Inputs/CountedItem.h"

#include <algorithm>
#include <initializer_list>

int sum(std::initializer_list<Item> items) {
  int result = 0;
  for (const Item& item : items)
    result += item.value;
  return result;
}

int main() {
  const Item two(2), seven(7);
  int result = sum({two, seven}) * 10 + copies; // 92
  const std::initializer_list<Item> list = {two, seven};
  const auto same = list;
  result = result * 10 + copies;                       // 4
  result = result * 10 + std::max({two, seven}).value; // 7: two copies, and one of the result
  result = result * 10 + copies;
  // CHECK: return 9247714
  return result * 100 + alive * 3 + (same.begin() == list.begin()) + same.size() - 1;
}
