// What is wrong only with the state that an earlier call left is caught in the second call.
// REQUIRES: libtorch
// RUN: bash -c "fx-clang-trace %s --verify=eval --input 2x4 --rules=%S/Inputs/second-call.cpp --; test \$? = 1" 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor steps = register_buffer("steps", torch::zeros({4}, torch::kLong));
  torch::Tensor forward(torch::Tensor x) {
    steps.add_(1);
    return torch::mul(x, steps);
  }
};
// CHECK-NOT: eval: {{.*}}: DIFFERENT
// CHECK: eval, second call: output: 2x4:float32, largest difference {{.*}}: DIFFERENT
// CHECK: wrong-in-second-call.cpp:[[#@LINE-5]]:{{[0-9]+}}: error: in eval mode, second call, %{{.*}} is the first node whose value differs
