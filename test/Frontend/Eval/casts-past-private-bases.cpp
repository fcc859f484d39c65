// dynamic_cast finds public bases alone, and across the object only what stands in it once.
// RUN: fx-clang-trace %s --root=main --emit=fx -- 2>&1 | FileCheck %s

struct First {
  virtual ~First() {}
};
struct Second {
  virtual ~Second() {}
};
struct Hidden {
  virtual ~Hidden() {}
};
struct Many {
  virtual ~Many() {}
};
struct Left : Many {};
struct Right : Many {};
struct Whole : First, Second, private Hidden, Left, Right {
  Hidden* hidden() { return this; }
};

int main() {
  Whole whole;
  First* first = &whole;
  const bool across = dynamic_cast<Second*>(first) == &whole;
  const bool into_private = dynamic_cast<Hidden*>(first) != nullptr;
  const bool from_private = dynamic_cast<First*>(whole.hidden()) != nullptr;
  const bool down_private = dynamic_cast<Whole*>(whole.hidden()) != nullptr;
  const bool to_many = dynamic_cast<Many*>(first) != nullptr;
  const bool to_one = dynamic_cast<Left*>(first) != nullptr;
  // CHECK: return 1
  return across && !into_private && !from_private && down_private + to_many == 0 && to_one;
}
