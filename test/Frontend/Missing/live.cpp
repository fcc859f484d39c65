// What the tracer does not know of modules that are called as a whole.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s --implicit-check-not=error:
#include <fx/fx.h>
#include <torch/torch.h>

struct OfAContainer : torch::nn::Module {
  OfAContainer() { register_module("layers", layers); }
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: fx::call of a 'torch::nn::Sequential', which is a container, is not supported yet [container-called-whole]
  torch::Tensor forward(torch::Tensor x) { return fx::call(layers, x); }
  torch::nn::Sequential layers{torch::nn::ReLU()};
};
