// A handler catches a pointer, also one to a member, whose target has less of const at any level.
// RUN: fx-clang-trace %s --root=main --emit=fx -- 2>&1 | FileCheck %s

struct Part {
  int number;
};
struct Derived : Part {};

template <class Thrown>
static int caught(Thrown thrown) {
  try {
    throw thrown;
  } catch (int Derived::*) {
    return 1;
  } catch (const int Part::*) {
    return 2;
  } catch (int* const*) {
    return 3;
  } catch (const int* const*) {
    return 4;
  }
  return 5;
}

int main() {
  // CHECK: return 2341
  return caught(&Part::number) * 1000 + caught(static_cast<int**>(nullptr)) * 100 +
         caught(static_cast<const int**>(nullptr)) * 10 +
         caught(static_cast<int Derived::*>(&Part::number));
}
