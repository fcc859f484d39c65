// What the tracer does not know of constructing objects.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s --implicit-check-not=error:
#include <torch/torch.h>

using torch::Tensor;

struct Numbers : std::array<int, 2> {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this base class initialiser is not supported yet [base-class-initialiser]
  Numbers() : std::array<int, 2>{1, 2} {}
};
struct ArrayAsBase : torch::nn::Module {
  Tensor forward(Tensor x) { return x + Numbers()[0]; }
};

struct Part {
  int number = 1;
};
Part unknown_part(); // no file has its body

struct UnknownBase : torch::nn::Module {
  struct Derived : Part {
    int more;
  };
  UnknownBase() {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this base of an aggregate is not supported yet [base-of-an-aggregate]
    Derived derived{unknown_part(), 1};
    more = derived.more;
  }
  Tensor forward(Tensor x) { return x + more; }
  int more;
};

struct LibraryBase : torch::nn::Module {
  struct Derived : std::string {
    int more;
  };
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: an aggregate with a base class of the library's is not supported yet [library-base-of-an-aggregate]
    Derived derived{"abc", 1};
    return x + derived.more;
  }
};
