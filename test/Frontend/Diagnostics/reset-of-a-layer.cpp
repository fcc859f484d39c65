// reset() of a layer registers its tensors a second time, which throws in LibTorch; of a layer
// without tensors it does nothing.
// RUN: not fx-clang-trace %s --root=Again -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=Plain -- | FileCheck %s --check-prefix=PLAIN
#include <torch/torch.h>

struct Again : torch::nn::Module {
  torch::nn::Linear layer{3, 3};
  Again() {
    register_module("layer", layer);
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: reset() of a 'torch::nn::Linear' throws
    layer->reset();
  }
  torch::Tensor forward(torch::Tensor x) { return layer(x); }
};

struct Plain : torch::nn::Module {
  torch::nn::Tanh layer;
  Plain() {
    register_module("layer", layer);
    layer->reset();
  }
  // PLAIN: call_module[target=layer](args = (%x,)
  torch::Tensor forward(torch::Tensor x) { return layer(x); }
};
