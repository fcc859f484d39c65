// A shared_ptr that is made of a weak_ptr throws bad_weak_ptr when the last owner is gone.
// RUN: fx-clang-trace %s --root=main --emit=fx -- 2>&1 | FileCheck %s
#include <memory>

struct Part {
  int number = 7;
};

static int number_of(const std::weak_ptr<Part>& weak) {
  try {
    return std::shared_ptr<Part>(weak)->number;
  } catch (const std::bad_weak_ptr&) {
    return 1;
  }
}

int main() {
  std::weak_ptr<Part> weak;
  int result = number_of(weak);
  auto part = std::make_shared<Part>();
  weak = part;
  result = result * 10 + number_of(weak);
  part.reset();
  // CHECK: return 171
  return result * 10 + number_of(weak);
}
