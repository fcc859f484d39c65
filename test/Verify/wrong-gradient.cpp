// A pass that loses a gradient is caught, though every output is what it was.
// REQUIRES: libtorch
// RUN: bash -c "fx-clang-trace %s --verify=train --input 2x4 --rules=%S/Inputs/part-without-gradient.cpp --; test \$? = 1" 2>&1 | FileCheck %s
// RUN: bash -c "fx-clang-trace %s --verify=eval --input 2x4 --rules=%S/Inputs/detach.cpp --; test \$? = 1" 2>&1 | FileCheck %s --check-prefix=FLAG
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc = register_module("fc", torch::nn::Linear(4, 4));
  std::tuple<torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    auto y = fc(x);
    return {torch::tanh(y), torch::relu(y)};
  }
};
// CHECK-NOT: output {{[0-9]}}: {{.*}}: DIFFERENT
// CHECK: train: gradient of input 0: 2x4:float32, largest difference {{.*}}: DIFFERENT
// CHECK: train: gradient of 'fc.weight': 4x4:float32, largest difference {{.*}}: DIFFERENT
// CHECK: wrong-gradient.cpp:[[#@LINE-6]]:{{[0-9]+}}: error: in train mode the gradient differs; a pass made %
// FLAG: eval: output 1 requires a gradient: 'yes' in the original, 'no' in the regenerated model: DIFFERENT
// FLAG: wrong-gradient.cpp:[[#@LINE-8]]:{{[0-9]+}}: error: in eval mode %relu{{[_0-9]*}} (torch.relu) is the first node whose value differs, or one behind it: %detach (detach)
