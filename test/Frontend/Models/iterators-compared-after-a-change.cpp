// An iterator or pointer from before its container changed cannot be compared, as its index would.
// RUN: not fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=main -- -DVECTOR 2>&1 | FileCheck %s
#include <deque>
#include <vector>

int main() {
#ifdef VECTOR
  std::vector<int> numbers{1, 2, 3};
  const int* first = numbers.data();
  numbers.reserve(100);
  // CHECK: error: this iterator or pointer was made before its container changed
  return first == numbers.data();
#else
  std::deque<int> numbers{1, 2, 3, 4};
  auto second = numbers.begin() + 1;
  numbers.pop_front();
  return second == numbers.begin();
#endif
}
