// An iterator of a map or list is that of its element, in whatever container the element is.
// RUN: fx-clang-trace %s --root=main --emit=fx -- -std=c++17 2>&1 | FileCheck %s
#include <map>
#include <utility>

int main() {
  std::map<int, int> map{{1, 2}};
  const auto first = map.begin();
  const std::map<int, int> taken = std::move(map);
  // CHECK: return 1
  return first == taken.begin();
}
