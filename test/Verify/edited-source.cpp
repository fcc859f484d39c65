// With --rewrite it is the edited file that is compiled and run beside the original, before anything is written.
// REQUIRES: libtorch
// RUN: fx-clang-trace %s --input 2x4 --verify --rewrite --rules=%S/Inputs/right-and-wrong.cpp --root='Right()' -- 2>/dev/null | FileCheck %s
// RUN: cp %s %t.cpp
// RUN: bash -c "fx-clang-trace %t.cpp --input 2x4 --verify -i --rules=%S/Inputs/right-and-wrong.cpp --root='Wrong()' --; test \$? = 1" 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: diff %s %t.cpp
#include <torch/torch.h>

struct RightImpl : torch::nn::Module {
  torch::nn::Linear fc = register_module("fc", torch::nn::Linear(4, 4));
  torch::Tensor forward(torch::Tensor x) { return fc(torch::relu(x)); }
};
TORCH_MODULE(Right);
// CHECK: eval: output: 2x4:float32, largest difference
// CHECK: train: the same in 2 calls
// CHECK: -  torch::Tensor forward(torch::Tensor x) { return fc(torch::relu(x)); }
// CHECK: +{{.*}}clamp_min(x, 0)

struct WrongImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::tanh(x) + 1; }
};
TORCH_MODULE(Wrong);
// WRONG: eval: output: 2x4:float32, largest difference {{.*}}: DIFFERENT
// WRONG: error: in eval mode %
