// A comment whose expression does not compile is an error there, beside what is traced.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

// fx: root=Block("wide")
struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(int width) : width(width) {}
  torch::Tensor forward(torch::Tensor x) { return x * width; }
  int width;
};
TORCH_MODULE(Block);

struct NetImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(x); }
};
TORCH_MODULE(Net);

// CHECK: {{.*}}.cpp:[[#@LINE-13]]:1: error: no constructor of 'BlockImpl' takes (const char[5])
