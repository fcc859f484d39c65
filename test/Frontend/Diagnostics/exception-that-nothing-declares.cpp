// An exception of the library whose class is in no header that is included is an error in a 'try'.
// RUN: not fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s
#include <vector>
int main() {
  std::vector<int> list(2);
  try {
    list.at(5);
  } catch (...) {
    return 3;
  }
  return 1;
}
// CHECK: exception-that-nothing-declares.cpp:7:10: error: 'std::out_of_range' is thrown here, which nothing that is included declares: include <stdexcept>, so that it can be said which handler takes it
