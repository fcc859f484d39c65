// What a list in braces owned lives on in the container that is made of the list.
// RUN: fx-clang-trace %s --root=main --emit=fx -- -std=c++17 2>&1 | FileCheck %s
#include <map>
#include <memory>
#include <vector>

int alive = 0;
struct Item {
  Item() { ++alive; }
  ~Item() { --alive; }
};

int main() {
  std::vector<std::shared_ptr<Item>> owners{std::make_shared<Item>(), std::make_shared<Item>()};
  int result = alive; // 2
  std::map<int, std::shared_ptr<Item>> named{{1, owners[0]}, {2, std::make_shared<Item>()}};
  result = result * 10 + alive; // 3
  owners = {};
  result = result * 10 + alive; // 2
  const Item* gone = std::make_shared<Item>().get();
  // CHECK: return 2322
  return result * 10 + alive + (gone == nullptr);
}
