// A static member of a template that something uses is initialised before main, whether that runs
// or not.
// RUN: fx-clang-trace %s --root=main --emit=fx -- 2>&1 | FileCheck %s

static int& made() {
  static int count = 0;
  return count;
}
struct Registration {
  Registration() { ++made(); }
};
template <class Derived>
struct Registered {
  static Registration registration;
  struct Inner {
    static inline Registration registration;
  };
  static void never_called() {
    (void)registration;
    (void)Inner::registration;
  }
};
template <class Derived>
Registration Registered<Derived>::registration;
struct Used : Registered<Used> {};
struct Unused : Registered<Unused> {};
template <int>
struct Explicit {
  static Registration registration;
};
template <int number>
Registration Explicit<number>::registration;
template struct Explicit<1>;
template <class T>
Registration variable;

static void not_called_either() {
  Used::never_called();
  (void)variable<int>;
}
void (*kept)() = not_called_either;

int main() {
  // CHECK: return 4
  return made();
}
