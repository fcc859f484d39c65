// Who writes to an object that was declared const, through a cast that took const away, is told so;
// to read through one, and to write to what was not declared const or is mutable, is right.
// RUN: not fx-clang-trace %s --root=main -- -DWAY=0 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not fx-clang-trace %s --root=main -- -DWAY=1 2>&1 | FileCheck %s --check-prefix=MEMBER
// RUN: not fx-clang-trace %s --root=main -- -DWAY=2 2>&1 | FileCheck %s --check-prefix=ELEMENT
// RUN: fx-clang-trace %s --root=main -- -DWAY=3 | FileCheck %s --check-prefix=RIGHT
struct Size {
  int width;
  mutable int uses;
  int count() const { return ++const_cast<Size*>(this)->width; }
};
const int table[3] = {1, 2, 3};

int main() {
#if WAY == 0
  const int limit = 3;
  const_cast<int&>(limit) = 4;
  return limit;
  // NUMBER: :[[@LINE-2]]:20: error: this writes to an object that was declared const, which C++ gives no meaning: declare it without const, or write to a copy of it
#elif WAY == 1
  const Size size{1, 2};
  return size.count();
  // MEMBER: :[[@LINE-13]]:{{.*}} error: this writes to an object that was declared const
#elif WAY == 2
  int* second = const_cast<int*>(table) + 1;
  *second = 7;
  return table[1];
  // ELEMENT: :[[@LINE-2]]:{{.*}} error: this writes to an object that was declared const
#else
  const Size fixed{1, 2};
  const_cast<Size&>(fixed).uses = 5;
  Size free{10, 0};
  const Size& seen = free;
  const_cast<Size&>(seen).width += free.count();
  // RIGHT: return 29
  return fixed.uses + free.width + *const_cast<int*>(table + 1);
#endif
}
