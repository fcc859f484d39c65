// An overload that C++ alone has, x.std(int), is the operator that it calls.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  // CHECK: target=std](args = (%x, 0), kwargs = {})
  torch::Tensor forward(torch::Tensor x) { return x.std(0); }
};
