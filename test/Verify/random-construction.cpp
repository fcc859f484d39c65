// Buffers that the constructor draws after more numbers than the graph does: no pass is to blame.
// REQUIRES: libtorch
// RUN: bash -c "fx-clang-trace %s --verify=eval --input 2x4 --; test \$? = 1" 2>&1 | FileCheck %s
// CHECK: eval: buffer 'noise' as constructed: {{.*}}: DIFFERENT
// CHECK: error: the regenerated model computes something else in eval mode, and so does the graph as traced
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc = register_module("fc", torch::nn::Linear(4, 4));
  torch::Tensor noise;
  Net() {
    torch::nn::init::normal_(fc->weight);
    noise = register_buffer("noise", torch::rand({4}));
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x) + noise; }
};
