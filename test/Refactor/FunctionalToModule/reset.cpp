// A class whose modules a method makes, reset() of a torch::nn::Cloneable, makes the new ones there: clone() calls it.
// RUN: %fx-clang-trace %s '--root=Net(4)' --refactor=functional-to-module -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

class NetImpl : public torch::nn::Cloneable<NetImpl> {
public:
  explicit NetImpl(int64_t n) : n(n) { reset(); }
  void reset() override {
    // CHECK:+    relu = register_module("relu", torch::nn::ReLU());
    fc = register_module("fc", torch::nn::Linear(n, n));
  }
  // CHECK:-  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc(x)); }
  // CHECK-NEXT:+  torch::Tensor forward(torch::Tensor x) { return relu(fc(x)); }
  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc(x)); }

private:
  int64_t n;
  torch::nn::Linear fc{nullptr};
  // CHECK:+  torch::nn::ReLU relu{nullptr};
};
TORCH_MODULE(Net);
