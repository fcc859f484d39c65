// A declaration with extern in a function names the variable of the program.
// RUN: fx-clang-trace %s --root=main --emit=fx -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=main --emit=fx -- -DALIAS 2>&1 | FileCheck %s --check-prefix=ALIAS
// RUN: not fx-clang-trace %s --root=main --emit=fx -- -DWEAK 2>&1 | FileCheck %s --check-prefix=WEAK

int number = 3;
static int set() {
  extern int number;
  number = 5;
  return number;
}
namespace inner {
int number = 1;
static int raise() {
  extern int number;
  return ++number;
}
} // namespace inner

#ifdef ALIAS
extern int other __attribute__((alias("number")));
#endif
extern "C" void perhaps() __attribute__((weak));

int main() {
#ifdef ALIAS
  // ALIAS: :[[@LINE+1]]:{{.*}} error: a variable that the linker gives its place is not supported
  other = 7;
#endif
#ifdef WEAK
  // WEAK: :[[@LINE+1]]:{{.*}} error: the address of a function that may not be there is not
  if (perhaps) return 1;
#endif
  extern int later;
  const int set_to = set();
  const int raised = inner::raise();
  int hidden = 0;
  {
    int number = 8;
    {
      extern int number;
      hidden = ++number;
    }
  }
  // CHECK: return 1
  return set_to == 5 && raised == 2 && inner::number == 2 && hidden == 6 && number == 6 &&
         later == 9;
}
int later = 9;
