// Inline variables have their turn before the others, as Clang has it, and variables of templates
// behind them; one that needs a variable whose turn C++ leaves open is an error.
// RUN: fx-clang-trace %s --root=main -- -std=c++17 | FileCheck %s
// RUN: not fx-clang-trace %s --root=main -- -std=c++17 -DASKS 2>&1 | FileCheck %s --check-prefix=ASKS
int count = 0;
int next() {
  return ++count;
}
int first = next();
inline int second = next();
template <class T>
int third = next();
struct Net {
  static inline int width = next();
};
int used = third<int>;
int main() {
  // CHECK: return 41233
  return first * 10000 + second * 1000 + Net::width * 100 + third<int> * 10 + used;
}
#ifdef ASKS
int base = next();
// ASKS: :[[@LINE+1]]:{{.*}} error: 'derived' is inline, and C++ leaves open whether 'base' has its value before: make both of them inline, or neither
inline int derived = base + 1;
#endif
