// A buffer that is not updated is caught after the first call, and what is computed of it in the second one.
// REQUIRES: libtorch
// RUN: bash -c "fx-clang-trace %s --root='Counts()' --verify=eval --input 2x4 --rules=%S/Inputs/no-counting.cpp --; test \$? = 1" 2>&1 | FileCheck %s
// RUN: bash -c "fx-clang-trace %s --root='Writes()' --verify=eval --input 2x4 --input 2x4 --rules=%S/Inputs/no-counting.cpp --; test \$? = 1" 2>&1 | FileCheck %s --check-prefix=INPUT
#include <torch/torch.h>

struct CountsImpl : torch::nn::Module {
  torch::Tensor steps = register_buffer("steps", torch::ones({4}));
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * steps;
    steps.add_(x.detach().mean());
    return y;
  }
};
TORCH_MODULE(Counts);
// CHECK: eval: buffer 'steps': 4:float32, largest difference {{.*}}: DIFFERENT
// CHECK: error: in eval mode %

struct WritesImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor seen) {
    seen.add_(x);
    return x * 2;
  }
};
TORCH_MODULE(Writes);
// INPUT: eval: input 1 afterwards: 2x4:float32, largest difference {{.*}}: DIFFERENT
// INPUT: error: in eval mode {{.*}}
