// A program that replaces operator new sees each call of it: models of the library make none, and so
// their classes that own memory are errors then; what owns none is not.
// RUN: not fx-clang-trace %s --root=main -- -DOWNS 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s --check-prefix=NONE
#include <cstdlib>
#include <new>
#include <utility>
#include <vector>
static int calls = 0;
void* operator new(std::size_t size) {
  ++calls;
  return std::malloc(size);
}
void operator delete(void* memory) noexcept {
  calls += 10;
  std::free(memory);
}
int main() {
  std::pair<int, int> numbers(1, 2);
#ifdef OWNS
  std::vector<int> list;
  list.push_back(3);
#endif
  return calls + numbers.second;
}
// CHECK: replaced-operator-new.cpp:[[@LINE-5]]:20: error: the program replaces operator new or delete, which this calls in C++ and not here: leave the replacement out of what is traced
// NONE: return 2
