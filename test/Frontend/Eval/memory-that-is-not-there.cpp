// More memory than there is: malloc and nothrow give a null pointer, and new throws.
// RUN: fx-clang-trace %s --root=main --emit=fx -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=with_handler -- 2>&1 | FileCheck %s --check-prefix=HANDLER
#include <cstdlib>
#include <limits>
#include <new>

static constexpr std::size_t all = std::numeric_limits<std::size_t>::max() / 2;

int main() {
  int result = 0;
  if (operator new(all, std::nothrow) == nullptr) result += 1;
  if (malloc(all) == nullptr) result += 10;
  if (std::malloc(all) == nullptr) result += 100;
  try {
    operator delete(operator new(all));
  } catch (const std::bad_alloc&) {
    result += 1000;
  }
  // CHECK: return 1111
  return result;
}

int with_handler() {
  // HANDLER: [[@LINE+1]]:3: error: a handler of the program's own for memory that is not there is not supported yet
  std::set_new_handler(nullptr);
  return 0;
}
