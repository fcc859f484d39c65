// The parts of a tuple or pair that is a temporary are moved, not copied.
// RUN: fx-clang-trace %s --root=main --emit=fx -- -std=c++17 2>&1 | FileCheck %s
#include <tuple>
#include <utility>

int copies = 0;
int moves = 0;
struct Item {
  int value;
  Item(int value) : value(value) {}
  Item(const Item& other) : value(other.value) { ++copies; }
  Item(Item&& other) : value(std::exchange(other.value, -1)) { ++moves; }
  Item& operator=(const Item&) = default;
};

int main() {
  Item item(3);
  const auto pair = std::make_from_tuple<std::pair<Item, int>>(std::make_tuple(item, 2));
  const std::tuple<Item, int> tuple = std::pair<Item, int>(item, 1);
  std::apply([](Item taken, int) { return taken.value; }, std::make_tuple(item, 1));
  // CHECK: return 3333
  return copies * 1000 + moves * 100 + item.value * 10 + pair.first.value;
}
