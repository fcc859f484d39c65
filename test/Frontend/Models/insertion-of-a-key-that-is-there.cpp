// An insertion whose key is there makes an element first only where the library does, and ends it.
// RUN: fx-clang-trace %s --root=main --emit=fx -- -std=c++17 2>&1 | FileCheck %s
#include "Inputs/CountedItem.h"

#include <map>
#include <memory>
#include <set>
#include <unordered_map>

int main() {
  const Item one(1);
  std::set<Item> set;
  set.insert(one);
  set.insert(one);
  int result = copies; // 1
  set.emplace(one);
  result = result * 10 + copies; // 2: the element is made before its key is looked for
  std::map<int, Item> map;
  map.emplace(1, one);
  map.emplace(1, one);
  map.insert(map.begin(), std::pair<const int, Item>(1, 5));
  result = result * 10 + copies; // 3
  std::unordered_map<int, Item> table;
  table.emplace(1, one);
  table.emplace(1, one);
  result = result * 10 + copies; // 5
  std::map<int, std::unique_ptr<int>> owners;
  owners.emplace(1, nullptr);
  auto owner = std::make_unique<int>(3);
  owners.emplace(1, std::move(owner));
  result = result * 10 + (owner != nullptr); // it is not moved from
  // CHECK: return 123514
  return result * 10 + alive;
}
