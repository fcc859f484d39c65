// The end of a union ends none of its members.
// RUN: fx-clang-trace %s --root=ended -- 2>&1 | FileCheck %s
#include <new>

int gone = 0;
struct Counted {
  ~Counted() { ++gone; }
};
union Place {
  char nothing;
  Counted counted;
  Place() : nothing(0) {}
  ~Place() {}
};
int ended() {
  gone = 0;
  {
    Place empty;
    Place used;
    new (&used.counted) Counted;
    used.counted.~Counted();
  }
  // CHECK: return 1
  return gone;
}
