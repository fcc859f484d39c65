// A function of a library that never returns, and may throw, is no end of the program: it is refused.
// RUN: not fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s
#include <exception>

int main() {
  try {
    // CHECK: [[@LINE+1]]:5: error: 'std::rethrow_exception', which throws in a way of its own, is not supported yet
    std::rethrow_exception(std::make_exception_ptr(5));
  } catch (int number) {
    return number;
  }
}
