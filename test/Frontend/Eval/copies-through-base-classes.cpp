// A copy and an assignment through a base class are of the base's part, and of its class.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Base {
  virtual ~Base() = default;
  virtual int name() const { return number; }
  int number = 1;
};
struct Derived : Base {
  int name() const override { return 100; }
  int more = 5;
};

struct Net : torch::nn::Module {
  int by_value(Base base) { return base.name(); }
  torch::Tensor forward(torch::Tensor x) {
    Derived derived;
    derived.number = 2;
    Base copy = derived;
    // CHECK: operator.add](args = (%x, 2), kwargs = {})
    // CHECK: operator.add](args = (%add, 2), kwargs = {})
    x = x + copy.name() + by_value(derived);
    Derived other;
    other.number = 7;
    other.more = 9;
    Base& part = derived;
    part = other;
    // CHECK: operator.add](args = (%add_1, 57), kwargs = {})
    // CHECK: operator.add](args = (%add_2, 100), kwargs = {})
    x = x + (derived.number + derived.more * 10) + part.name();
    try {
      throw derived;
    } catch (Base caught) {
      // CHECK: operator.add](args = (%add_3, 7), kwargs = {})
      x = x + caught.name();
    }
    return x;
  }
};
