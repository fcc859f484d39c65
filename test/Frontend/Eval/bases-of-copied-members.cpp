// The copy of a class that has no code of its own for it runs the copy constructors of the bases of
// its members, wherever it is copied.
// RUN: fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s
#include <map>
#include <vector>
static int copies;
struct Counted {
  Counted() {}
  Counted(const Counted&) { ++copies; }
};
struct Derived : Counted {
  int number = 4;
};
struct Virtual : virtual Counted {};
struct Holder {
  Derived parts[2];
  Virtual other;
};
static int sum(Holder holder) {
  return holder.parts[1].number;
}
int main() {
  Holder holder;
  int result = sum(holder); // 3
  std::vector<Derived> list(2);
  auto same = list; // 2
  std::map<int, Derived> by_key;
  by_key[1];
  auto map = by_key; // 1
  Derived one;
  auto captured = [one] { return one.number; }; // 1
  auto again = captured;                        // 1
  try {
    throw holder;           // 3
  } catch (Holder caught) { // 3
    result += caught.parts[0].number;
  }
  return copies * 10 + result;
}
// CHECK: return 148
