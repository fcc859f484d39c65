// A variant that is moved gives what it holds, and holds what the move leaves of it.
// RUN: fx-clang-trace %s --root=main --emit=fx -- -std=c++17 2>&1 | FileCheck %s
#include <string>
#include <variant>
#include <vector>

int main() {
  using Value = std::variant<int, std::vector<int>, std::string>;
  Value list = std::vector<int>{1, 2};
  Value taken = std::move(list);
  int result = static_cast<int>(list.index() * 100 + std::get<1>(list).size() * 10 +
                                std::get<1>(taken).size());
  Value text = std::string("abc");
  taken = std::move(text);
  // CHECK: return 102203
  return result * 1000 + static_cast<int>(text.index() * 100 + std::get<2>(text).size() * 10 +
                                          std::get<2>(taken).size());
}
