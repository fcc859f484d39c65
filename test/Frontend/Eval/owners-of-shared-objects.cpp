// A shared object ends with its last owner: arguments of a call own, too, and what holds itself by way
// of others never ends.
// RUN: fx-clang-trace %s --root=main -- | FileCheck %s
#include <memory>

int ended = 0;
struct Node {
  std::shared_ptr<Node> next;
  ~Node() { ++ended; }
};
using Owner = std::shared_ptr<Node>;

int given(Owner, int) {
  return ended;
}
int dropped(Owner owner) {
  owner.reset();
  return ended;
}
int drop(Owner& owner) {
  owner.reset();
  return 0;
}

int main() {
  Owner owner = std::make_shared<Node>();
  int result = given(owner, drop(owner));                   // 0, and the argument ends
  result = result * 10 + ended;                             // 1
  result = result * 10 + dropped(std::make_shared<Node>()); // 12
  {
    const Owner first = std::make_shared<Node>();
    const Owner second = std::make_shared<Node>();
    first->next = second;
    second->next = first;
  }
  // CHECK: return 122
  return result * 10 + ended;
}
