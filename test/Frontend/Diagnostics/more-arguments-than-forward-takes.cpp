// A Sequential that is called with more than forward of its first module takes throws.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct OneImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x + 1; }
};
TORCH_MODULE(One);

struct NetImpl : torch::nn::Module {
  NetImpl() { register_module("layers", layers); }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: this calls forward of 'OneImpl', which has 1 parameters, with 2, which throws: {{.*}} [any-module-arguments]
    return layers->forward(x, x);
  }
  torch::nn::Sequential layers{One()};
};
TORCH_MODULE(Net);
