// An unordered_multiset or unordered_multimap moves and ends its objects as the other containers do.
// RUN: fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s
#include <unordered_map>
#include <unordered_set>
static int copied, ended;
struct Item {
  int number;
  Item(int number) : number(number) {}
  Item(const Item& other) : number(other.number) { ++copied; }
  ~Item() { ++ended; }
  bool operator==(const Item& other) const { return number == other.number; }
};
struct Hash {
  std::size_t operator()(const Item& item) const { return item.number; }
};
int main() {
  std::unordered_multiset<Item, Hash> items{1, 2, 2}, others{5};
  std::unordered_multimap<int, Item> by_key;
  by_key.emplace(1, 4);
  copied = ended = 0;
  others = std::move(items);
  by_key.clear();
  return copied * 100 + ended * 10 + static_cast<int>(others.size());
}
// CHECK: return 23
