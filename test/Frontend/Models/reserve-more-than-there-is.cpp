// reserve() of more than the largest size throws std::length_error.
// RUN: fx-clang-trace %s --root=main --emit=fx -- -std=c++17 2>&1 | FileCheck %s
#include <stdexcept>
#include <string>
#include <vector>

template <class Container>
int tries(Container container, std::size_t count) {
  try {
    container.reserve(count);
  } catch (const std::length_error&) {
    return 1;
  }
  return 2;
}

int main() {
  const std::size_t most = std::size_t(-1) / 2;
  // CHECK: return 1112
  return tries(std::vector<int>{1}, most / 4 + 1) * 1000 + tries(std::string("a"), most + 1) * 100 +
         tries(std::vector<char>{}, most + 1) * 10 + tries(std::vector<int>{}, 100);
}
