// The distance of iterators that go backwards is counted as the library counts it.
// RUN: fx-clang-trace %s --root=main --emit=fx -- 2>&1 | FileCheck %s
#include <iterator>
#include <vector>

int main() {
  std::vector<int> numbers{4, 5, 6};
  // CHECK: return 32
  return 10 * std::distance(numbers.rbegin(), numbers.rend()) +
         (numbers.crend() - numbers.crbegin() - 1);
}
