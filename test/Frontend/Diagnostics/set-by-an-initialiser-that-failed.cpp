// What the initialiser of a global sets beside it is not known where that initialiser could not be
// evaluated; what it does not set is.
// RUN: not fx-clang-trace %s --root=main -- -DREADS 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s --check-prefix=OTHER
#include <thread>
static int set = 1, other = 2;
static int registered() {
  const int threads = std::thread::hardware_concurrency() > 0 ? 3 : 4;
  set = 5;
  return threads;
}
static const int entry = registered();
int main() {
#ifdef READS
  return set + 1;
#else
  return other;
#endif
}
// CHECK: set-by-an-initialiser-that-failed.cpp:[[@LINE-7]]:5: error:
// CHECK: set-by-an-initialiser-that-failed.cpp:[[@LINE-9]]:18: note: the initialiser of 'entry' sets it, and that could not be evaluated
// OTHER: return 2
