// What the tracer does not know of calls.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s --implicit-check-not=error:
#include <torch/torch.h>

#include <cstdarg>

using torch::Tensor;

struct GivenFunction : torch::nn::Module {
  Tensor forward(Tensor x, std::function<Tensor(Tensor)> function) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: calling this value is not supported yet [calling-this-value]
    return function(x);
  }
};

Tensor same(Tensor x) {
  return x;
}

// LibTorch throws.
struct MoreThanTheFunctionTakes : torch::nn::Module {
  MoreThanTheFunctionTakes() { register_module("layers", layers); }
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a call with more arguments than parameters is not supported yet [call-with-more-arguments-than-parameters]
    return layers->forward(x, x);
  }
  torch::nn::Sequential layers{torch::nn::Functional(same)};
};

struct Sum {
  Sum(int count, ...) {
    va_list numbers;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: va_start here is not supported yet [va-start-here]
    va_start(numbers, count);
    for (int i = 0; i < count; ++i)
      number += va_arg(numbers, int);
    va_end(numbers);
  }
  int number = 0;
};

struct VariadicConstructor : torch::nn::Module {
  Tensor forward(Tensor x) { return x + Sum(2, 3, 4).number; }
};
