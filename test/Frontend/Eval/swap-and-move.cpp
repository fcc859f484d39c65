// Swapped objects keep their places; moved-from values are copies here.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>
struct Counter {
  int n;
  Counter& add(int by) {
    n += by;
    return *this;
  }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor y) {
    Counter a{1}, b{10};
    Counter& alias = a;
    std::swap(a, b);
    alias.add(1).add(1);
    std::vector<int> v{1}, w{2, 3};
    std::swap(v, w);
    auto moved = std::move(v);
    std::swap(x, y);
    return x * a.n + y * b.n + int(moved.size());
  }
};
// CHECK: operator.mul](args = (%y, 12)
// CHECK: operator.mul](args = (%x, 1)
// CHECK: operator.add](args = (%add, 2)
