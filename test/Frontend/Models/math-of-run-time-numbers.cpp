// Functions of <cmath> on a number that only a run knows are those of Python's math, where it has them.
// REQUIRES: libtorch
// RUN: fx-clang-trace %s --root='Net()' -- | FileCheck %s
// RUN: fx-clang-trace %s --root='Net()' --emit=cpp -- | FileCheck %s --check-prefix=CPP
// RUN: not fx-clang-trace %s --root='Rounds()' -- 2>&1 | FileCheck %s --check-prefix=ROUNDS
#include <cmath>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, double n) {
    // CHECK: [[ERF:%[a-z_0-9]+]] : {{.*}}target=math.erf](args = (%n,)
    // CPP: std::erf(n)
    const double a = std::erf(n);
    // CHECK: target=math.gamma](args = ([[ERF]],)
    // CPP: std::tgamma(
    const double b = std::tgamma(a);
    // CHECK: [[WHOLE:%[a-z_0-9]+]] : {{.*}}target=math.trunc](args = (%n,)
    // CPP: std::trunc(n)
    const double c = std::trunc(n);
    // CHECK: target=math.atan2](args = ({{.*}}, [[WHOLE]])
    // CPP: std::atan2(
    return x * std::atan2(b, c);
  }
};

struct Rounds : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, double n) {
    // ROUNDS: :[[# @LINE + 2]]:{{.*}}: error: std::round of a number that is known only when the model runs has
    // ROUNDS-SAME: no counterpart in Python: Python rounds halves to even numbers
    return x * std::round(n);
  }
};
