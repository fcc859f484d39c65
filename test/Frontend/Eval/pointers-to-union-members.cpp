// A pointer to a member of a union from before another member came into use is not followed: not when the other
// member is named, and not when the whole union is assigned.
// RUN: split-file %s %t
// RUN: not fx-clang-trace %t/named.cpp --root=main --emit=fx -- 2>&1 | FileCheck %t/named.cpp
// RUN: not fx-clang-trace %t/part.cpp --root=main --emit=fx -- 2>&1 | FileCheck %t/part.cpp
// RUN: not fx-clang-trace %t/assigned.cpp --root=main --emit=fx -- 2>&1 | FileCheck %t/assigned.cpp
// RUN: fx-clang-trace %t/same.cpp --root=main --emit=fx -- 2>&1 | FileCheck %t/same.cpp

//--- number.h
union Number {
  int whole;
  signed char low;
};

//--- named.cpp
#include "number.h"
int main() {
  Number number = {5};
  int* whole = &number.whole;
  signed char* low = &number.low;
  // CHECK: named.cpp:[[@LINE+1]]:{{[0-9]+}}: error: this writes to a member of a union through a pointer or reference that was made before another member came into use: make it anew
  *whole = 0x12345678;
  return *low;
}

//--- part.cpp
struct Pair {
  int first, second;
};
union Both {
  Pair pair;
  int numbers[2];
};
int main() {
  Both both = {{1, 2}};
  int* second = &both.pair.second;
  both.numbers[0] = 3;
  // CHECK: part.cpp:[[@LINE+1]]:{{[0-9]+}}: error: this writes to a member of a union
  *second = 4;
  return both.numbers[1];
}

//--- assigned.cpp
#include "number.h"
int main() {
  Number number = {5}, other = {6};
  int* whole = &number.whole;
  other.low = 1;
  number = other;
  // CHECK: assigned.cpp:[[@LINE+1]]:{{[0-9]+}}: error: this writes to a member of a union
  *whole = 7;
  return number.low;
}

//--- same.cpp
#include "number.h"
int main() {
  Number number = {5}, other = {6};
  int* whole = &number.whole;
  number = other;
  *whole += 7;
  // CHECK: return 13
  return number.whole;
}
