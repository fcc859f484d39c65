// shared_from_this() of an object that no shared_ptr owns throws.
// RUN: fx-clang-trace %s --root=main --emit=fx -- -std=c++17 2>&1 | FileCheck %s
#include <memory>

struct Item : std::enable_shared_from_this<Item> {
  int value = 3;
};

int main() {
  auto owned = std::make_shared<Item>();
  int result = owned->shared_from_this()->value;
  Item item;
  try {
    result += item.shared_from_this()->value;
  } catch (const std::bad_weak_ptr&) {
    result += 20;
  }
  // CHECK: return 23
  return result;
}
