// A pointer to a function that does not throw is caught as one to a function that may, and not the other way.
// RUN: fx-clang-trace %s --root=main --emit=fx -- 2>&1 | FileCheck %s

static void safe() noexcept {}
static void unsafe() {}
struct Part {
  void safe() noexcept {}
};

int main() {
  int result = 0;
  try {
    throw safe;
  } catch (void (*)()) {
    result += 1;
  }
  try {
    throw unsafe;
  } catch (void (*)() noexcept) {
    result += 10;
  } catch (void (*)()) {
    result += 100;
  }
  try {
    throw &Part::safe;
  } catch (void (Part::*)()) {
    result += 1000;
  }
  // CHECK: return 1101
  return result;
}
