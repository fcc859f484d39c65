// What a rule writes is spelled as what stood there: a method by a method, where there is one, a function of
// torch::nn::functional by one. A function that returned a reference to what it overwrote returns a value.
// RUN: %fx-clang-trace %s --root=Net --rules=%S/Inputs/relu-to-sigmoid.cpp --rewrite -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=SIGMOID
// RUN: %fx-clang-trace %s --root=Net --rules=%S/../../docs/examples/activations.cpp --rewrite -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=GELU
// Options are of the class that the other function takes.
// RUN: rm -rf %t && split-file %S/Inputs/softmax.test %t && %fx-clang-trace %t/net.cpp --rules=%t/rules.cpp --rewrite -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=OPTIONS
// OPTIONS:+  torch::Tensor forward(torch::Tensor x) { return F::softmax(x, F::SoftmaxFuncOptions(1)); }
// RUN: sed s/sigmoid/silu/ %S/Inputs/relu-to-sigmoid.cpp > %t.cpp
// RUN: %fx-clang-trace %s --root=Net --rules=%t.cpp --rewrite -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=SILU

#include <torch/torch.h>

namespace F = torch::nn::functional;

// SIGMOID:-torch::Tensor& activate(const torch::Tensor& x) {
// SIGMOID-NEXT:-  return x.relu_();
// SIGMOID-NEXT:+torch::Tensor activate(const torch::Tensor& x) {
// SIGMOID-NEXT:+  return x.sigmoid();
// GELU:-torch::Tensor& activate(const torch::Tensor& x) {
// GELU-NEXT:-  return x.relu_();
// GELU-NEXT:+torch::Tensor activate(const torch::Tensor& x) {
// GELU-NEXT:+  return torch::gelu(x);
torch::Tensor& activate(const torch::Tensor& x) {
  return x.relu_();
}

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // SIGMOID:-    auto a = x.relu();
    // SIGMOID-NEXT:-    auto b = F::relu(a + 1);
    // SIGMOID-NEXT:-    auto c = torch::relu(b + 1);
    // SIGMOID-NEXT:+    auto a = x.sigmoid();
    // SIGMOID-NEXT:+    auto b = torch::sigmoid(a + 1);
    // SIGMOID-NEXT:+    auto c = torch::sigmoid(b + 1);
    // SILU:+    auto a = torch::silu(x);
    // SILU-NEXT:+    auto b = F::silu(a + 1);
    // GELU:-    auto a = x.relu();
    // GELU-NEXT:-    auto b = F::relu(a + 1);
    // GELU-NEXT:-    auto c = torch::relu(b + 1);
    // GELU-NEXT:+    auto a = torch::gelu(x);
    // GELU-NEXT:+    auto b = F::gelu(a + 1);
    // GELU-NEXT:+    auto c = torch::gelu(b + 1);
    auto a = x.relu();
    auto b = F::relu(a + 1);
    auto c = torch::relu(b + 1);
    return act(c + 1);
  }
  torch::nn::Functional act{activate};
};
