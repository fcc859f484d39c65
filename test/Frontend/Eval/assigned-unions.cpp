// An assigned union has the other's bytes, those of members that are not in use among them, and no place of it.
// RUN: fx-clang-trace %s --root=main --emit=fx -- 2>&1 | FileCheck %s

union Number {
  unsigned whole;
  unsigned char low;
};

struct Holder {
  int tag;
  union {
    unsigned bits;
    float real;
  };
};

Number made(unsigned char low) {
  Number number = {0x11223344};
  number.low = low;
  return number;
}

int main() {
  Number kept = {1};
  Number* reached = &kept;
  const unsigned first = (*reached = made(5)).whole; // 0x11223305

  Number other = {0x0a0b0c0d};
  other.low = 1;
  kept = other;
  other.whole = 0;
  const unsigned second = kept.whole; // 0x0a0b0c01

  Holder from;
  from.tag = 1;
  from.bits = 7;
  Holder to;
  to.tag = 2;
  to.real = 2.5f;
  to = from;

  // CHECK: return 1
  return first == 0x11223305 && second == 0x0a0b0c01 && to.bits == 7 && to.tag == 1;
}
