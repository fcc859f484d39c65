// The modules of a Sequential run at one place and are made at others: what becomes calls of functions
// has no place there.
// RUN: not %fx-clang-trace %s --rules=%S/Inputs/linear-to-matmul.cpp --rewrite -- 2>&1 | FileCheck %s

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Sequential layers = register_module(
      "layers", torch::nn::Sequential(torch::nn::Linear(4, 4), torch::nn::Dropout()));
  // CHECK: refuse-container.cpp:[[@LINE+2]]:{{[0-9]+}}: error: this cannot be changed in place: several modules of a container run here, and some of them changed
  // CHECK: note: change them where the container is made
  torch::Tensor forward(torch::Tensor x) { return layers->forward(x); }
};
