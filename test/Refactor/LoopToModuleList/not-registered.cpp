// Modules that a vector holds and nothing registers are registered then: train(), to() and saved weights reach them.
// RUN: %fx-clang-trace %s --root=Net --refactor=loop-to-module-list -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
//      CHECK:+    register_module("layers", layers);
// CHECK-NEXT:     for (int i = 0; i < 2; ++i)
// CHECK-NEXT:-      layers.emplace_back(4, 4);
// CHECK-NEXT:+      layers->push_back(torch::nn::Linear(4, 4));
// REMARK: remark: saved weights: 'layers.0.*' are among them now, and were not

#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  NetImpl() {
    for (int i = 0; i < 2; ++i)
      layers.emplace_back(4, 4);
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto& layer : layers)
      x = layer->forward(x);
    return x;
  }
  std::vector<torch::nn::Linear> layers;
};
TORCH_MODULE(Net);
