// Before C++17 compilers leave out the copy of a temporary all the same; without that, it is made.
// RUN: fx-clang-trace %s --root=main -- -std=c++14 | FileCheck %s
// RUN: fx-clang-trace %s --root=main -- -std=c++14 -fno-elide-constructors | FileCheck %s --check-prefix=MADE
int copies = 0;
struct Item {
  Item() = default;
  explicit Item(int) {}
  Item(const Item&) { ++copies; }
};

Item make() {
  return Item();
}
int given(Item) {
  return copies;
}

struct Holder {
  Item item = make();
};

int main() {
  const Item first = make();
  const Item list[2] = {make(), Item(3)};
  const Holder holder;
  try {
    throw Item();
  } catch (const Item&) {
  }
  const Item copied = first;
  // CHECK: return 1
  // MADE: return 11
  return given(make());
}
