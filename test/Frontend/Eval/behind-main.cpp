// Behind main run the destructors of what the thread and the program own, and functions that say so;
// before it those that say so, and at the first use of a thread_local variable all of them.
// RUN: fx-clang-trace %s --root=main -- -DEND=0 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=main -- -DEND=1 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: not fx-clang-trace %s --root=main -- -DEND=2 2>&1 | FileCheck %s --check-prefix=EXIT
extern "C" void _exit(int);
static int made, ended, first;
__attribute__((constructor)) static void begin() {
  first = made == 0 ? 5 : 6;
}
struct Part {
  int number;
  explicit Part(int number) : number(number) { made = made * 10 + number; }
  ~Part() noexcept(false) {
    ended = ended * 10 + number;
    // LATE: :[[@LINE+1]]:{{.*}} error: the end of the program throws here: a 'int'
    if (END == 1 && ended == 32) throw 1;
    // EXIT: :[[@LINE+1]]:{{.*}} error: '_exit' ends the program here, which a graph cannot do
    if (END == 2 && ended == 324) _exit(0);
  }
};
thread_local Part second(2);
thread_local Part third(3);
Part global(4);
int main() {
  const Part* used = &third;
  return made * 10 + first; // 4, then 2 and 3
}
// CHECK: return 4235
