// Destructors run where C++ runs them: at the end of a scope, of a full expression, while an exception
// travels; the last made first, members after the body, and not for what a function returns.
// RUN: fx-clang-trace %s --root=Net --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <stdexcept>

struct Log {
  torch::Tensor* value;
  double step;
  Log(torch::Tensor* value, double step) : value(value), step(step) {}
  void set(double to) { step = to; }
  ~Log() { *value = *value + step; }
};

struct Two {
  Log first, second;
  Two(torch::Tensor* value) : first(value, 1.25), second(value, 1.5) {}
  ~Two() { *first.value = first.value->relu(); }
};

Log make(torch::Tensor* value) {
  Log made(value, 2.5);
  return made;
}

void take(Log given) {
  *given.value = given.value->tanh();
}

struct NetImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    {
      Log a(&x, 0.25), b(&x, 0.5);
      x = x * 2;
    }
    // CHECK: operator.mul](args = (%x, 2), kwargs = {})
    // CHECK-NEXT: operator.add](args = (%mul, 0.5), kwargs = {})
    // CHECK-NEXT: operator.add](args = (%add, 0.25), kwargs = {})
    Two(&x).first.set(0.75);
    // CHECK-NEXT: call_method[target=relu]
    // CHECK-NEXT: operator.add](args = (%relu, 1.5), kwargs = {})
    // CHECK-NEXT: operator.add](args = (%add_2, 0.75), kwargs = {})
    take(Log(&x, 2.0));
    // CHECK-NEXT: call_method[target=tanh]
    // CHECK-NEXT: operator.add](args = (%tanh, 2.0), kwargs = {})
    {
      const Log& kept = make(&x);
      x = x - kept.step;
    }
    // CHECK-NEXT: operator.sub](args = (%add_4, 2.5), kwargs = {})
    // CHECK-NEXT: operator.add](args = (%sub, 2.5), kwargs = {})
    try {
      Log c(&x, 3.0);
      throw std::runtime_error("stop");
    } catch (const std::exception&) {
      x = x * 3;
    }
    // CHECK-NEXT: operator.add](args = (%add_5, 3.0), kwargs = {})
    // CHECK-NEXT: operator.mul](args = (%add_6, 3), kwargs = {})
    for (int i = 0; i < 2; ++i) {
      Log d(&x, 4.0 + i);
      if (i == 0) continue;
      break;
    }
    // CHECK-NEXT: operator.add](args = (%mul_1, 4.0), kwargs = {})
    // CHECK-NEXT: operator.add](args = (%add_7, 5.0), kwargs = {})
    return x;
    // CHECK-NEXT: return add_8
  }
};
TORCH_MODULE(Net);
