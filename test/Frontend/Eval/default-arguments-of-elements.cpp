// The temporaries of default arguments end before the next element of an array is made.
// RUN: fx-clang-trace %s --root=main --emit=fx -- 2>&1 | FileCheck %s

static int log_ = 0;
struct Note {
  ~Note() { log_ = log_ * 10 + 1; }
};
struct Element {
  Element(const Note& = Note()) { log_ = log_ * 10 + 2; }
  Element(const Element&, const Note& = Note()) { log_ = log_ * 10 + 3; }
};
struct Holder {
  Element elements[2];
};

int main() {
  {
    Element elements[2];
  }
  const int of_array = log_;
  log_ = 0;
  delete[] new Element[2];
  const int of_new = log_;
  Holder holder;
  log_ = 0;
  Holder copy = holder;
  // CHECK: return 1
  return of_array == 2121 && of_new == 2121 && log_ == 3131;
}
