// While a base is constructed or destroyed the object is of the base's class: virtual calls, typeid
// and dynamic_cast see that; a virtual base is made once, by the class of the whole object.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include "Inputs/Written.h"

#include <torch/torch.h>

#include <typeinfo>

struct Base {
  Base() { write(name()); }
  virtual ~Base() {
    write(name());
    write(typeid(*this) == typeid(Base) ? 1 : 2);
  }
  virtual int name() { return 3; }
};
struct Derived : Base {
  Derived() { write(name()); }
  ~Derived() override { write(dynamic_cast<Derived*>(static_cast<Base*>(this)) ? 5 : 6); }
  int name() override { return 4; }
};

struct Shared {
  int number;
  Shared(int number) : number(number) { write(number); }
};
struct Left : virtual Shared {
  Left() : Shared(1) {}
};
struct Right : virtual Shared {
  Right() : Shared(2) {}
};
struct Whole : Left, Right {
  Whole() : Shared(9) {}
};

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    {
      std::unique_ptr<Base> object = std::make_unique<Derived>();
    }
    x = x + take();
    // CHECK: operator.add](args = (%x, 34531), kwargs = {})
    Whole whole;
    x = x + (take() * 10 + whole.number);
    // CHECK: operator.add](args = (%add, 99), kwargs = {})
    return x;
  }
};
