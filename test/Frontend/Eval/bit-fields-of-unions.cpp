// A bit-field of a union shows its bits of what another member stored, and changes no others.
// RUN: fx-clang-trace %s --root=main --emit=fx -- 2>&1 | FileCheck %s

union Bits {
  int whole;
  int sign : 1;
  unsigned low : 3;
};

int main() {
  Bits bits;
  bits.whole = 13;
  const int sign = bits.sign;
  const int low = bits.low;
  bits.low = 2;
  // CHECK: return -1490
  return sign * 2000 + low * 100 + bits.whole;
}
