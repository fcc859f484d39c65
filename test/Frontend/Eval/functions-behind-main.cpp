// What std::atexit was given runs behind main, the last first, before what is older ends.
// RUN: not fx-clang-trace %s --root=main --emit=fx -- -DORDER=2314 2>&1 | FileCheck %s --check-prefix=THROWS
// RUN: fx-clang-trace %s --root=main --emit=fx -- -DORDER=0 2>&1 | FileCheck %s
#include <cstdlib>

static int ended;
struct Part {
  int number;
  explicit Part(int number) : number(number) {}
  ~Part() noexcept(false) {
    ended = ended * 10 + number;
    // THROWS: :[[@LINE+1]]:{{.*}} error: the end of the program throws here: a 'int'
    if (ended == ORDER) throw 1;
  }
};
static void first() {
  ended = ended * 10 + 1;
}
static void second() {
  ended = ended * 10 + 2;
}
static Part global(4);

int main() {
  std::atexit(first);
  static Part local(3);
  std::atexit([] {
    std::atexit(second);
    ended = 0;
  });
  std::atexit(first);
  // CHECK: return 0
  return ended;
}
