// weak_from_this() watches the owner of an object, and is expired where it has none: a variable, an element of an array.
// RUN: fx-clang-trace %s --root=main --emit=fx -- -std=c++20 2>&1 | FileCheck %s

#include <memory>
int destroyed = 0;
struct A : std::enable_shared_from_this<A> {
  int n = 3;
  ~A() { ++destroyed; }
};
int main() {
  std::weak_ptr<A> w;
  {
    auto sp = std::make_shared<A>();
    w = sp->weak_from_this();
    if (w.expired() || w.lock()->n != 3) return 1;
    const A& c = *sp;
    std::weak_ptr<const A> cw = c.weak_from_this();
    if (cw.lock().get() != sp.get()) return 2;
  }
  if (!w.expired() || destroyed != 1) return 3;
  A local;
  if (!local.weak_from_this().expired()) return 4;
  std::shared_ptr<A[]> many(new A[2]);
  if (!many[1].weak_from_this().expired()) return 5;
  many.reset();
  // CHECK: return 3
  return destroyed;
}
