// An array that several shared_ptr own ends with the last of them, element by element.
// RUN: fx-clang-trace %s --root=main --emit=fx -- 2>&1 | FileCheck %s
#include <memory>

struct Counted {
  static int alive;
  Counted() { ++alive; }
  ~Counted() { --alive; }
};
int Counted::alive = 0;

int main() {
  int result = 0;
  {
    std::shared_ptr<Counted[]> one(new Counted[3]);
    {
      std::shared_ptr<const Counted[]> two;
      two = one;
      one = nullptr;
      result = Counted::alive;
    }
    result = result * 10 + Counted::alive;
    std::unique_ptr<Counted[]> alone(new Counted[4]);
    result = result * 10 + Counted::alive;
  }
  // CHECK: return 3040
  return result * 10 + Counted::alive;
}
