// std::uncaught_exceptions counts what no handler has begun to handle, in every destructor.
// RUN: fx-clang-trace %s --root=main --emit=fx -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=main --emit=fx -- -DTWICE 2>&1 | FileCheck %s --check-prefix=TWICE
#include <exception>

static int log_ = 0;
struct Note {
  ~Note() { log_ = log_ * 10 + std::uncaught_exceptions() + 1; }
};
struct Throws {
  Note note;
  ~Throws() noexcept(false) { throw 1; }
};
struct Built {
  Note note;
  Built() { throw 1; }
};
struct Nested {
  ~Nested() {
    try {
      Note note;
      throw 2;
    } catch (int) {
      Note handled;
    }
  }
};
struct Both {
  Throws member;
#ifdef TWICE
  // TWICE: error: a destructor throws while another exception travels
  ~Both() noexcept(false) { throw 3; }
#endif
};

int main() {
  {
    Note note;
  }
  try {
    Throws throws;
  } catch (int) {
    Note handled;
  }
  try {
    Built built;
  } catch (int) {
  }
  try {
    Nested nested;
    throw 1;
  } catch (int) {
  }
  try {
    Both both;
  } catch (int) {
  }
  // CHECK: return 1212322
  return log_;
}
