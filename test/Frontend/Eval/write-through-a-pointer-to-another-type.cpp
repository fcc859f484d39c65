// A member that is written through a pointer to another type changes what is not known: refused.
// RUN: not fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s

struct Short {
  short low;
};

int main() {
  int number = 10;
  Short* part = reinterpret_cast<Short*>(&number);
  // CHECK: [[@LINE+1]]:9: error: this writes through a pointer that is not known
  part->low = 1;
  return number;
}
