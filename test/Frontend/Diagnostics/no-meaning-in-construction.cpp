// An object under destruction is used as one of a class that is no part of what is left: an error, as
// are placement new over another type and an exception that a function says it does not throw.
// RUN: not fx-clang-trace %s --root=cast -- 2>&1 | FileCheck %s --check-prefix=CAST
// RUN: not fx-clang-trace %s --root=call -- 2>&1 | FileCheck %s --check-prefix=CALL
// RUN: not fx-clang-trace %s --root=placed -- 2>&1 | FileCheck %s --check-prefix=PLACED
// RUN: not fx-clang-trace %s --root=thrown -- 2>&1 | FileCheck %s --check-prefix=THROWN
// RUN: not fx-clang-trace %s --root=jumped -- 2>&1 | FileCheck %s --check-prefix=JUMPED
#include <csetjmp>
#include <new>
struct Left {
  virtual ~Left() {}
  virtual int which() { return 1; }
};
Left* seen = nullptr;
int found = 0;
bool calls = false;
struct Leftmost : Left {
  Leftmost() { seen = this; }
};
struct Right {
  virtual ~Right() {
    // CALL: :[[@LINE+1]]:{{.*}} error: the object is under construction or destruction here, as a 'Right' for now, and 'Left' is no part of that: C++ gives this no meaning
    if (calls) found = seen->which();
    // CAST: :[[@LINE+1]]:{{.*}} error: the object is under construction or destruction here, as a 'Right' for now, and 'Left' is no part of that: C++ gives this no meaning
    if (dynamic_cast<Leftmost*>(seen)) found = 1;
  }
};
struct Both : Leftmost, Right {};
int cast() {
  {
    Both both;
  }
  return found;
}
int call() {
  calls = true;
  {
    Both both;
  }
  return found;
}
int placed() {
  float number = 0;
  // PLACED: :[[@LINE+1]]:{{.*}} error: placement new in an object of another type is not supported yet
  new (&number) int(1);
  return *reinterpret_cast<int*>(&number);
}
// THROWN: :[[@LINE+2]]:{{.*}} error: an exception leaves 'quiet', which says that it throws none of this kind
void quiet() throw() {
  throw 1;
}
int thrown() {
  try {
    quiet();
  } catch (int) {
    return 1;
  }
  return 0;
}
std::jmp_buf place;
int jumped() {
  // JUMPED: :[[@LINE+1]]:{{.*}} error: {{.*}}which leaves functions in a way of its own, is not supported yet [function-that-leaves-in-its-own-way]
  if (setjmp(place)) return 1;
  std::longjmp(place, 1);
}
