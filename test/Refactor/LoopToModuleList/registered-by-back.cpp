// What registers the element that was added last goes as a whole, with what it says of the vector.
// RUN: %fx-clang-trace %s --root='Net({4, 8, 3})' --refactor=loop-to-module-list --input 2x4 --verify -- 2>&1 | FileCheck %s
// REQUIRES: libtorch
// CHECK: eval: the same in 2 calls
// CHECK: train: the same in 2 calls
// CHECK: {{^}}+    register_module("layers", layers);
// CHECK-NEXT: {{^}}     for (size_t i = 0; i + 1 < sizes.size(); ++i) {
// CHECK-NEXT: {{^}}-      layers.push_back(torch::nn::Linear(sizes[i], sizes[i + 1]));
// CHECK-NEXT: {{^}}-      register_module("layer" + std::to_string(i), layers.back());
// CHECK-NEXT: {{^}}+      layers->push_back(torch::nn::Linear(sizes[i], sizes[i + 1]));
// CHECK-NEXT: {{^}}     }

#include <torch/torch.h>

struct Net : torch::nn::Module {
  explicit Net(const std::vector<int64_t>& sizes) {
    for (size_t i = 0; i + 1 < sizes.size(); ++i) {
      layers.push_back(torch::nn::Linear(sizes[i], sizes[i + 1]));
      register_module("layer" + std::to_string(i), layers.back());
    }
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto& layer : layers)
      x = torch::sigmoid(layer->forward(x));
    return x;
  }
  std::vector<torch::nn::Linear> layers;
};
