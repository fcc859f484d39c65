// A bit-field of one bit holds the lowest bit of what it is given: 0 or -1 where it is signed.
// RUN: fx-clang-trace %s --root=main -- -std=c++17 | FileCheck %s
// CHECK: return 0
struct Flags {
  int sign : 1;
  unsigned flag : 1;
  bool set : 1;
};

int main() {
  Flags flags{};
  flags.sign = 2;
  flags.flag = 6;
  flags.set = 2;
  if (flags.sign != 0 || flags.flag != 0 || !flags.set) return 1;
  flags.sign = 3;
  flags.flag = 7;
  return flags.sign == -1 && flags.flag == 1 ? 0 : 2;
}
