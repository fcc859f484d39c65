// An optional of a class whose copies or end run code runs the library's own code, and so does any.
// RUN: fx-clang-trace %s --root=held -- -std=c++17 2>&1 | FileCheck %s --check-prefix=HELD
// RUN: fx-clang-trace %s --root=exchanged -- -std=c++17 2>&1 | FileCheck %s --check-prefix=SWAP
// RUN: fx-clang-trace %s --root=thrown -- -std=c++17 2>&1 | FileCheck %s --check-prefix=THROWN
// RUN: fx-clang-trace %s --root=anything -- -std=c++17 2>&1 | FileCheck %s --check-prefix=ANY
// RUN: fx-clang-trace %s --root=nested -- -std=c++17 2>&1 | FileCheck %s --check-prefix=NESTED
#include <any>
#include <optional>

int made = 0;
int gone = 0;
struct Counted {
  int state;
  explicit Counted(int state) : state(state) { ++made; }
  Counted(const Counted& other) : state(other.state) {
    if (state == 9) throw 3;
    ++made;
  }
  Counted& operator=(const Counted&) = default;
  ~Counted() { ++gone; }
};

int held() {
  made = gone = 0;
  {
    std::optional<Counted> first{std::in_place, 4};
    std::optional<Counted> second = first;
    second = Counted(5);
    first.reset();
  }
  // HELD: return 33
  return made * 10 + gone;
}

int exchanged() {
  std::optional<Counted> first{std::in_place, 4};
  std::optional<Counted> second;
  swap(first, second);
  // SWAP: return 4
  return first ? 1 : second->state;
}

int thrown() {
  std::optional<Counted> first{std::in_place, 9};
  std::optional<Counted> second;
  int caught = 0;
  try {
    second = first;
  } catch (int number) {
    caught = number;
  }
  // THROWN: return 30
  return caught * 10 + second.has_value();
}

int anything() {
  made = gone = 0;
  int state = 0;
  {
    std::any first = Counted(4);
    std::any second = first;
    first = second;
    std::any& same = first;
    first = same;
    state = std::any_cast<Counted&>(first).state + std::any_cast<Counted>(&second)->state;
  }
  // ANY: return 8
  return made == gone ? state : 0;
}

int nested() {
  std::optional<std::optional<int>> outer = std::optional<short>();
  const int engaged = outer.has_value();
  outer = std::optional<short>(6);
  // NESTED: return 16
  return engaged * 10 + **outer;
}
