// A write to an input that a pass lost: no node is another one, and the message says what is.
// REQUIRES: libtorch
// RUN: bash -c "fx-clang-trace %s --verify=eval --input 2x4 --rules=%S/Inputs/lost-write.cpp --; test \$? = 1" 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = torch::relu(x);
    x.zero_();
    return y;
  }
};
// CHECK: eval: input 0 afterwards: 2x4:float32{{.*}}: DIFFERENT
// CHECK: error: in eval mode every node has the value it had as traced: a node that writes to an input or a buffer is gone
