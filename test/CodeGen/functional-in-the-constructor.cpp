// A constructor that calls torch::nn::functional has the alias that its calls are written with.
// RUN: fx-clang-trace %s --emit=cpp -- | FileCheck %s
#include <torch/torch.h>

// CHECK: NetImpl() {
// CHECK-NEXT: namespace F = torch::nn::functional;
// CHECK: F::softmax
// CHECK: forward(
struct Net : torch::nn::Module {
  torch::Tensor table;
  Net() { table = register_buffer("table", torch::nn::functional::softmax(torch::arange(3.), 0)); }
  torch::Tensor forward(torch::Tensor x) { return x * table; }
};
