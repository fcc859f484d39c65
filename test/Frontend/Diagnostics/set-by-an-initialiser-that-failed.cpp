// What the initialiser of a global sets beside it is not known where that initialiser could not be
// evaluated; what it does not set is. What it changes without a name gets a remark.
// RUN: not fx-clang-trace %s --root=traced -- -DREADS 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=traced -- 2>&1 | FileCheck %s --check-prefix=OTHER
// A program whose beginning cannot be run is not run.
// RUN: not fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s --check-prefix=MAIN
// RUN: not fx-clang-trace %s --root=traced --strict -- -DREGISTERS 2>&1 | FileCheck %s --check-prefix=NAMELESS
#include <thread>
static int set = 1, other = 2;
struct Registry {
  int size = 0;
  bool add(int count) {
    size += count;
    return true;
  }
  static Registry& get() {
    static Registry one;
    return one;
  }
};
static int registered() {
  const int threads = std::thread::hardware_concurrency() > 0 ? 3 : 4;
  set = 5;
  return threads;
}
static const int entry = registered();
#ifdef REGISTERS
static const bool listed = Registry::get().add(std::thread::hardware_concurrency() > 0 ? 3 : 4);
// NAMELESS: :[[@LINE-1]]:44: error: the initialiser of 'listed' could not be evaluated, and what this call changes besides is not seen: a model that reads it finds it as if the call had not run
#endif
int traced() {
#ifdef READS
  return set + 1;
#else
  return other;
#endif
}
int main() {}
// MAIN: :[[@LINE-17]]:{{[0-9]+}}: error: the condition of '?:' needs a value that is not known when the source is read
// CHECK: set-by-an-initialiser-that-failed.cpp:[[@LINE-9]]:5: error:
// CHECK: set-by-an-initialiser-that-failed.cpp:[[@LINE-15]]:18: note: the initialiser of 'entry' sets it, and that could not be evaluated
// OTHER: return 2
