// What is read from a variable may be another value in another object, or in another call: new code is not written
// with today's. What goes, and takes its arguments along, may go.
// RUN: not fx-clang-trace %s --root=Net --rules=decompositions --rewrite -- 2>&1 | FileCheck %s
// RUN: %fx-clang-trace %s --root=Net --mode=eval --rules=inference --rewrite -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=GOES
// CHECK: values-of-variables.cpp:[[@LINE+9]]:{{[0-9]+}}: error: this cannot be changed in place: an argument of 'torch._C._nn.leaky_relu' is read from a variable, and the new code would have the value that it has today [value-of-a-variable]

#include <torch/torch.h>

struct Net : torch::nn::Module {
  explicit Net(double slope = 0.1, double p = 0.5) : slope_(slope), p_(p) {}
  torch::Tensor forward(torch::Tensor x) {
    // GOES:-    x = torch::dropout(x, p_, is_training());
    x = torch::dropout(x, p_, is_training());
    return torch::leaky_relu(x, slope_);
  }
  double slope_, p_;
};

// A size that the graph computes is written as it was.
// RUN: %fx-clang-trace %s --root=Sized --rules=deprecated --rewrite -- 2>/dev/null | FileCheck %s --check-prefix=SIZED
// SIZED: + {{.*}}.size(std::vector<int64_t>{h, w})
struct Sized : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int64_t h = x.size(2) * 2, w = x.size(3) * 2;
    return torch::upsample_bilinear2d(x, {h, w}, true);
  }
};

// What a function of the program's gives is no literal either.
// RUN: not fx-clang-trace %s --root=Called --rules=decompositions --rewrite -- 2>&1 | FileCheck %s --check-prefix=CALLED
// RUN: fx-clang-trace %s --root=Called --refactor=functional-to-module -- 2>&1 | FileCheck %s --check-prefix=LEFT
// CALLED: [value-of-a-variable]
// LEFT: functional-to-module: 0 places changed
struct Called : torch::nn::Module {
  double slope() const { return slope_; }
  torch::Tensor forward(torch::Tensor x) { return torch::leaky_relu(x, slope()); }
  double slope_ = 0.1;
};
