// A loop variable refers to what a conversion function of the element gives.
// RUN: fx-clang-trace %s --root=main --emit=fx -- 2>&1 | FileCheck %s
#include <functional>
#include <vector>

int copies = 0;
struct Item {
  int value;
  Item(int value) : value(value) {}
  Item(const Item& other) : value(other.value) { ++copies; }
};
struct Holder {
  Item* item;
  operator Item&() const { return *item; }
  operator int() const { return item->value * 2; }
};

int main() {
  Item a(1), b(2);
  std::vector<std::reference_wrapper<Item>> references{a, b};
  for (Item& item : references)
    item.value += 10;
  std::vector<Holder> holders{{&a}, {&b}};
  for (Item& item : holders)
    item.value += 20;
  int sum = 0;
  for (int number : holders)
    sum += number;
  int n = 4;
  for (int number : std::vector<std::reference_wrapper<int>>{n, n})
    sum += number;
  // CHECK: return 31320134
  return (a.value * 100 + b.value) * 10000 + copies * 1000 + sum;
}
