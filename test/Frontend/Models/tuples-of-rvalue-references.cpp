// What a tuple of rvalue references names is moved from where the tuple itself is an rvalue.
// RUN: fx-clang-trace %s --root=main --emit=fx -- -std=c++17 2>&1 | FileCheck %s
#include <string>
#include <tuple>
#include <utility>

int main() {
  std::string a = "a";
  std::string b = "bb";
  std::tuple<std::string&, std::string&&> names(a, std::move(b));
  const std::tuple<std::string, std::string> copies(names.operator=(names));
  int result = static_cast<int>(a.size()) * 10 + static_cast<int>(b.size()); // 12
  std::apply([](std::string& x, std::string& y) { (x += "x").swap(y); }, names);
  result = result * 100 + static_cast<int>(a.size()) * 10 + static_cast<int>(b.size());
  const std::tuple<std::string, std::string> moved(std::move(names));
  // CHECK: return 12222012
  return (result * 100 + static_cast<int>(a.size()) * 10 + static_cast<int>(b.size())) * 100 +
         static_cast<int>(std::get<0>(copies).size()) * 10 +
         static_cast<int>(std::get<1>(copies).size());
}
