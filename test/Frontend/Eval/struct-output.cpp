// A struct that forward returns is the tuple of its members, those of bases first.
// RUN: fx-clang-trace %s --root='Net(1)' -- 2>&1 | FileCheck %s
#include <torch/torch.h>
struct Base {
  torch::Tensor mean;
};
struct Output : Base {
  torch::Tensor a;
  std::vector<torch::Tensor> rest;
};
struct Net : torch::nn::Module {
  explicit Net(int n) {}
  // CHECK: struct-output.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: forward returns a 'Output': the graph returns the tuple (mean, a, rest)
  Output forward(torch::Tensor x) {
    Output output;
    output.a = torch::relu(x);
    output.mean = x.mean();
    output.rest = {x, output.a};
    return output;
  }
};
// CHECK: return (%mean, %relu, [%x, %relu])
