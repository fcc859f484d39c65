// T() makes zero what no constructor of T gives a value.
// RUN: %fx-clang-trace %s --root='Net()' -- | FileCheck %s
#include <torch/torch.h>

struct Size {
  int height;
  int width;
};
struct Padded : Size {
  int padding = 3;
  Size border;
};

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    const Size size = Size();
    const auto* padded = new Padded();
    // CHECK: args = (%x, 0)
    // CHECK: args = (%add, 3)
    // CHECK: args = (%add_1, 0)
    x = x + size.width + padded->padding + padded->border.height;
    delete padded;
    return x;
  }
};
