// What was built before an exception ends in the reverse order: elements, captures, arguments.
// RUN: fx-clang-trace %s --root=main --emit=fx -- 2>&1 | FileCheck %s

static int log_ = 0;
static int made = 0;

struct Part {
  int id;
  Part() : id(++made) {
    if (made == 4) throw 1;
  }
  explicit Part(int id) : id(id) {
    if (id == 4) throw 1;
  }
  Part(const Part& other) : id(other.id + 1) {
    if (id == 4) throw 1;
  }
  ~Part() { log_ = log_ * 10 + id; }
};
struct Holder {
  Part parts[2], more[3];
};

template <class Build>
static int after(Build build) {
  log_ = made = 0;
  try {
    build();
  } catch (int) {
    return log_;
  }
  return -1;
}

static void take(Part, Part) {}

int main() {
  const int elements = after([] { Part parts[5]; });
  const int nested = after([] { Part parts[2][3]; });
  const int members = after([] { Holder holder; });
  const int arguments = after([] { take(Part(1), Part(4)); });
  const int captures = after([] {
    Part first(1), second(3);
    auto both = [first, second] {};
  });
  // CHECK: return 1
  return elements == 321 && nested == 321 && members == 321 && arguments == 1 && captures == 231;
}
