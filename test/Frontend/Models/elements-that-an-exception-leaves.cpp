// What a container has made of its elements dies when an exception comes before the last.
// RUN: fx-clang-trace %s --root=main --emit=fx -- -std=c++17 2>&1 | FileCheck %s
#include <list>
#include <vector>

int alive = 0;
int until_throw = -1;
struct Item {
  int value;
  Item(int value) : value(value) { ++alive; }
  Item(const Item& other) : value(other.value) {
    if (until_throw >= 0 && until_throw-- == 0) throw 7;
    ++alive;
  }
  ~Item() { --alive; }
};

template <class Function>
int alive_after(int copies, Function function) {
  until_throw = copies;
  try {
    function();
  } catch (int) {
    until_throw = -1;
    return alive;
  }
  return -1;
}

int main() {
  const Item item(1);
  std::vector<Item> items(2, item);
  Item array[1] = {Item(4)};
  int result = alive_after(2, [&] { items.push_back(item); }); // 4
  result = result * 10 + alive_after(1, [&] { std::vector<Item> copy(items); });
  result = result * 10 + alive_after(2, [&] { std::list<Item> list(4, item); });
  result = result * 10 + alive_after(3, [&] { items.resize(4, item); });
  result = result * 10 + alive_after(1, [&] { items.assign({item, array[0]}); });
  // CHECK: return 444442
  return result * 10 + items.size();
}
