// AnyModule throws where an argument of forward is missing and the class states no default for it.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>
struct ScaleImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, double factor = 2) { return x * factor; }
};
TORCH_MODULE(Scale);
struct Net : torch::nn::Module {
  torch::nn::AnyModule scale{Scale()};
  Net() { register_module("scale", scale.ptr()); }
  // CHECK: [[@LINE+1]]:57: error: this calls forward of 'ScaleImpl', which has 2 parameters, with 1
  torch::Tensor forward(torch::Tensor x) { return scale.forward(x); }
};
