// What std::set_terminate makes of the end of the program is not followed.
// RUN: not fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s
#include <cstdlib>
#include <exception>

void leave() {
  std::exit(0);
}

int main() {
  // CHECK: error: 'std::set_terminate' says what runs when the program ends by an exception
  std::set_terminate(leave);
  std::terminate();
}
