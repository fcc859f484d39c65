// Parameters by value end with the temporaries of the arguments, the last that was made first, as
// Clang has it: also where an exception leaves, behind members of a constructor, and for an inherited
// constructor behind the members of the derived class.
// RUN: fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s
static int order;
struct Item {
  int number;
  ~Item() { order = order * 10 + number; }
};
static void both(Item, const Item&) {}
struct Made {
  Made(Item, const Item&) {}
};
static int plain() {
  order = 0;
  both({1}, {2});
  Made({3}, {4});
  return order;
}

struct Member {
  ~Member() { order = order * 10 + 9; }
};
struct Thrower {
  Member member;
  Thrower(Item, const Item&) { throw 1; }
};
static int thrown() {
  order = 0;
  try {
    Thrower thrower({1}, {2});
  } catch (int) {
  }
  return order;
}

struct Base {
  Base(Item) {}
};
struct Part {
  Part() { order = order * 10 + 5; }
};
struct Derived : Base {
  using Base::Base;
  Part part;
};
static int inherited() {
  order = 0;
  Derived derived(Item{1});
  return order;
}
int main() {
  return plain() * 100000 + thrown() * 100 + inherited();
}
// CHECK: return 214392151
