// What a handle owns dies as what it was made, while the handle still refers to it.
// RUN: fx-clang-trace %s --root=seen -- 2>&1 | FileCheck %s --check-prefix=SEEN
// RUN: fx-clang-trace %s --root=derived -- 2>&1 | FileCheck %s --check-prefix=DERIVED
// RUN: fx-clang-trace %s --root=moved -- -std=c++20 2>&1 | FileCheck %s --check-prefix=MOVED
// RUN: not fx-clang-trace %s --root=deleter -- 2>&1 | FileCheck %s --check-prefix=DELETER
// RUN: not fx-clang-trace %s --root=allocated -- 2>&1 | FileCheck %s --check-prefix=ALLOCATED
#include <memory>

struct Part;
struct Whole {
  std::unique_ptr<Part> part;
};
int was_seen = 0;
struct Part {
  Whole* whole;
  ~Part() { was_seen = whole->part != nullptr; }
};
int seen() {
  was_seen = 0;
  {
    Whole whole;
    whole.part.reset(new Part);
    whole.part->whole = &whole;
  }
  // SEEN: return 1
  return was_seen;
}

int gone = 0;
struct Base {
  ~Base() { gone += 10; }
};
struct Derived : Base {
  ~Derived() { ++gone; }
};
int derived() {
  gone = 0;
  {
    std::shared_ptr<Base> base = std::make_shared<Derived>();
  }
  // DERIVED: return 11
  return gone;
}

int moved() {
  std::shared_ptr<const int> number = std::make_shared<const int>(3);
  auto cast = std::const_pointer_cast<int>(std::move(number));
  // MOVED: return 3
  return number ? 0 : *cast;
}

int deleter() {
  std::shared_ptr<int> number;
  // DELETER: :[[@LINE+1]]:{{.*}} error: a smart pointer with a deleter or an allocator of its own is
  number.reset(new int(3), [](int* old) { delete old; });
  return *number;
}

template <class T>
struct Own : std::allocator<T> {
  Own() = default;
  template <class U>
  Own(const Own<U>&) {}
  template <class U>
  struct rebind {
    using other = Own<U>;
  };
};
int allocated() {
  // ALLOCATED: :[[@LINE+1]]:{{.*}} error: a shared object in the memory of an allocator of its own is
  return *std::allocate_shared<int>(Own<int>(), 3);
}
