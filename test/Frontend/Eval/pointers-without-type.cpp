// Pointers to void are the same where they lead to the same byte: a base further back has another.
// RUN: fx-clang-trace %s --root=main --emit=fx -- 2>&1 | FileCheck %s
#include <new>

struct First {
  int first = 1;
  virtual ~First() {}
};
struct Second {
  int second = 2;
  virtual ~Second() {}
};
struct Whole : First, Second {};
struct Plain {
  int numbers[2];
};
struct Holder {
  Plain plain;
  int last;
};

int main() {
  Whole whole;
  First* first = &whole;
  Second* second = &whole;
  void* erased = second;
  const bool bases = (void*)first == (void*)&whole && (void*)second != (void*)&whole &&
                     erased != (void*)&whole && erased == second &&
                     static_cast<Second*>(erased)->second == 2 &&
                     dynamic_cast<void*>(second) == (void*)&whole;
  Holder holder{};
  const bool parts = (void*)&holder == (void*)&holder.plain &&
                     (void*)&holder == (void*)&holder.plain.numbers[0] &&
                     (void*)&holder != (void*)&holder.last;
  // CHECK: return 1
  return bases && parts;
}
