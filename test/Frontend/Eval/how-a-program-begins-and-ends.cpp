// Where main is run, what runs before and behind it belongs to it: also the ends of objects that are
// there from the beginning. Variables whose values compilers fold have them before anything runs.
// RUN: fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=main -- -DWAY=4 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=main -- -DWAY=5 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not fx-clang-trace %s --root=main -- -DWAY=1 2>&1 | FileCheck %s --check-prefix=END
// RUN: not fx-clang-trace %s --root=main -- -DWAY=2 2>&1 | FileCheck %s --check-prefix=BEGIN
// RUN: not fx-clang-trace %s --root=main -- -DWAY=3 2>&1 | FileCheck %s --check-prefix=LAST
extern "C" void abort();
#ifndef WAY
#define WAY 0
#endif

struct Early {
  Early();
  int seen;
};
static const double one = 1.0;
static Early early;
static const double two = one + 1.0;
Early::Early() : seen(two > 1.5 ? 2 : 0) {}

int ended = 0;
struct Counted {
  int number = 0;
  ~Counted() {
    if (++ended == 2 && WAY == 1) abort();
    // END: :[[@LINE-1]]:{{.*}} error: the end of the program throws here: the program ends here
  }
};
Counted first, second;

// Who asks early for a constant does not change when it ends.
int order = 0;
struct Numbered {
  int number;
  constexpr Numbered(int number) : number(number) {}
  ~Numbered() {
    order = order * 10 + number;
    if (order == (WAY == 4 ? 12 : WAY == 5 ? 21 : 0)) abort();
    // ORDER: :[[@LINE-1]]:{{.*}} error: the end of the program throws here: the program ends here
  }
};
extern Numbered one_ahead, two_ahead;
int touched(Numbered& object) {
  return object.number;
}
int asked = touched(two_ahead);
Numbered one_ahead{1};
Numbered two_ahead{2};

#if WAY == 2
struct Checked {
  Checked() { __builtin_trap(); }
  // BEGIN: :[[@LINE-1]]:{{.*}} error: what runs before main throws here: the program ends here
} checked;
#elif WAY == 3
__attribute__((destructor)) void last() {
  abort();
}
// LAST: error: the end of the program throws here: the program ends here
#endif

int main() {
  // CHECK: return 2
  return early.seen;
}
