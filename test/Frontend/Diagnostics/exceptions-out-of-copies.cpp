// An exception that leaves the copy of a part is an error where parts that were copied before have
// destructors to run.
// RUN: not fx-clang-trace %s --root=members -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=keys -- 2>&1 | FileCheck %s --check-prefix=KEYS
// RUN: fx-clang-trace %s --root=plain -- 2>&1 | FileCheck %s --check-prefix=PLAIN
#include <map>
static int copies;
struct Item {
  Item() = default;
  Item(const Item&) {
    if (++copies == 2) throw 1;
  }
  ~Item() { copies += 10; }
};
struct Plain {
  Plain() = default;
  Plain(const Plain&) { throw 1; }
};
template <class T>
struct Pair {
  T first, second;
};
template <class T>
int copy(const T& from) {
  try {
    T made = from;
  } catch (int) {
    return copies + 100;
  }
  return copies;
}
int members() {
  return copy(Pair<Item>());
}
// CHECK: exceptions-out-of-copies.cpp:{{[0-9]+}}:14: error: an exception that leaves the copy of an object, of which parts were copied that end with code of their own, is not supported yet
int keys() {
  std::map<int, Item> from;
  from[1], from[2];
  return copy(from);
}
// KEYS: error: an exception that leaves the copy of a part of an object or of a container is not supported yet
int plain() {
  return copy(Pair<Plain>());
}
// PLAIN: return 100
