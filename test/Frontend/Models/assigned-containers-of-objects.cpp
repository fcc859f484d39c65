// A container that is assigned to gives its elements other values, and ends those that are left over.
// RUN: fx-clang-trace %s --root=main --emit=fx -- -std=c++17 2>&1 | FileCheck %s
#include "Inputs/CountedItem.h"

#include <deque>
#include <list>
#include <map>
#include <vector>

struct Holder {
  std::vector<Item> items;
};

int done() {
  const int result = copies * 100 + assignments * 10 + alive;
  copies = assignments = 0;
  return result;
}

template <class Container>
int assigned() {
  Container three(3, Item(1)), two(2, Item(2));
  done();
  three = two;
  int result = done();
  three.assign(4, Item(3));
  result = result * 1000 + done();
  three = {Item(4)};
  return result * 1000 + done();
}

std::vector<Item> made() {
  return std::vector<Item>(1, Item(7));
}

int main() {
  const long of_each = (assigned<std::vector<Item>>() * 31L + assigned<std::list<Item>>()) * 31L +
                       assigned<std::deque<Item>>();
  Holder first, second;
  first.items.assign(2, Item(1));
  second.items.assign(3, Item(1));
  first = second;
  second = first;
  int result = done();
  first.items = made();
  first.items = first.items;
  result = result * 1000 + done();
  std::map<int, Item> map{{1, Item(1)}, {2, Item(2)}}, other;
  other = map;
  map = std::move(other);
  std::vector<std::vector<Item>> nested(2, first.items);
  nested = {first.items};
  // CHECK: return 747755177
  return static_cast<int>((of_each * 1000000 + result * 10 + alive % 10) % 1000000007);
}
