// An optional that holds a pointer stays engaged when the pointer becomes null.
// RUN: fx-clang-trace %s --root=main --emit=fx -- 2>&1 | FileCheck %s
#include <memory>
#include <optional>

struct Base {
  virtual ~Base() = default;
  int number = 3;
};
struct Derived : Base {};

int main() {
  std::optional<std::unique_ptr<Base>> base;
  std::optional<std::unique_ptr<Derived>> derived(new Derived());
  base = std::move(derived);
  int result = base.has_value() * 1000 + derived.has_value() * 100 + (*derived == nullptr) * 10 +
               (*base)->number;
  std::optional<std::shared_ptr<Base>> shared = std::make_shared<Base>();
  shared->reset();
  int n = 5;
  std::optional<int*> raw = &n;
  *raw = nullptr;
  std::optional<const char*> text;
  // CHECK: return 111311
  return result + shared.has_value() * 100000 + raw.has_value() * 10000 + text.has_value() + 198;
}
