// A vector that never had memory, and a view of nothing, give a null pointer.
// RUN: fx-clang-trace %s --root=main --emit=fx -- -std=c++17 2>&1 | FileCheck %s
#include <string_view>
#include <vector>

int main() {
  std::vector<int> none;
  std::vector<int> cleared{1};
  cleared.clear();
  std::string_view view;
  const std::string_view text = "";
  int result = (none.data() == nullptr) * 1000 + (cleared.data() == nullptr) * 100 +
               (view.data() == nullptr) * 10 + (text.data() == nullptr);
  view = "x";
  // CHECK: return 11010
  return result * 10 + 910 + (view.data() == nullptr) + (view == "") -
         (none.data() == cleared.data());
}
