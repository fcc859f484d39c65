// The elements of an array that is copied are made by the constructor that overload resolution picks.
// RUN: fx-clang-trace %s --root=main -- -std=c++20 2>&1 | FileCheck %s
int by_template, by_explicit;
struct Item {
  Item() {}
  explicit Item(Item&) { ++by_explicit; }
  template <class T>
  Item(T&) {
    ++by_template;
  }
};
struct Pair {
  Item items[2];
};
int main() {
  Item items[3];
  auto [a, b, c] = items;
  auto [d, e, f](items);
  return by_template * 10 + by_explicit;
}
// CHECK: return 33
