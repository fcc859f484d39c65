// What another object of the class would call otherwise stays: an argument that is read from a variable. A name that the
// code of the class uses for something else is not hidden, and a class derived from it keeps its members.
// RUN: %fx-clang-trace %s --root=Net --refactor=functional-to-module -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// RUN: FileCheck %s --check-prefix=SAID --input-file=%t.err
// SAID: saved weights: torch::load asks for 'relu1' and others too
// SAID: functional-to-module: 3 places changed

#include <torch/torch.h>

static torch::Tensor softmax(const torch::Tensor& x) {
  return torch::softmax(x, 0);
}

struct Net : torch::nn::Module {
  explicit Net(double slope = 0.1) : slope_(slope) {}
  torch::Tensor forward(torch::Tensor x) {
    // CHECK:     x = torch::leaky_relu(x, slope_);
    // CHECK-NEXT:-    x = torch::sigmoid(torch::relu(x));
    // CHECK-NEXT:-    return torch::softmax(x, 1);
    // CHECK-NEXT:+    x = sigmoid(relu1(x));
    // CHECK-NEXT:+    return softmax1(x);
    x = torch::leaky_relu(x, slope_);
    x = torch::sigmoid(torch::relu(x));
    return torch::softmax(x, 1);
  }
  torch::Tensor predict(torch::Tensor x) { return softmax(x); }
  static torch::Tensor gelu_of(torch::Tensor x) { return torch::gelu(x); }
  double slope_;
};

struct Big : Net {
  torch::nn::ReLU relu{nullptr};
};
