// The value of a statement is the last of its temporaries, and dies first; in GNU's statement
// expression, it lives on in the statement around it.
// RUN: fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s
static long order;
struct Part {
  int number;
  Part(int number) : number(number) {}
  ~Part() { order = order * 10 + number; }
  void touch() const {}
};
int main() {
  Part(1), Part(2);
  ({ Part(3), Part(4); });
  ({
    Part(5);
    Part(6);
  }).touch(),
      Part(7);
  return order;
}
// CHECK: return 2134576
