// A vector of modules that a loop registers by names of their own becomes a ModuleList, which is registered once.
// Loops over it and its elements stay; keys of saved weights change.
// RUN: %fx-clang-trace %s --root=Net --refactor=loop-to-module-list --key-map=%t.keys -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// RUN: FileCheck %s --check-prefix=KEYS --match-full-lines --strict-whitespace < %t.keys
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
//      CHECK:     stem = register_module("stem", torch::nn::Linear(8, 4));
// CHECK-NEXT:-    layers_.reserve(depth);
// CHECK-NEXT:+    register_module("layers", layers_);
// CHECK-NEXT:     for (int64_t i = 0; i < depth; ++i)
// CHECK-NEXT:-      layers_.push_back(register_module("fc" + std::to_string(i), torch::nn::Linear(4, 4)));
// CHECK-NEXT:+      layers_->push_back(torch::nn::Linear(4, 4));
//      CHECK:-    for (auto& layer : layers_)
// CHECK-NEXT:-      x = torch::relu(layer(x));
// CHECK-NEXT:+    for (auto& layer : *layers_)
// CHECK-NEXT:+      x = torch::relu(layer->as<torch::nn::Linear>()->forward(x));
//      CHECK:-  std::vector<torch::nn::Linear> layers_;
// CHECK-NEXT:+  torch::nn::ModuleList layers_;
//       KEYS:fc0	layers.0
//  KEYS-NEXT:fc1	layers.1
//   KEYS-NOT:{{.}}
// REMARK: remark: saved weights: what is 'fc0.*' there is 'layers.0.*' in the model now

#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  explicit NetImpl(int64_t depth = 2) {
    stem = register_module("stem", torch::nn::Linear(8, 4));
    layers_.reserve(depth);
    for (int64_t i = 0; i < depth; ++i)
      layers_.push_back(register_module("fc" + std::to_string(i), torch::nn::Linear(4, 4)));
    head = register_module("head", torch::nn::Linear(4, 2));
  }
  torch::Tensor forward(torch::Tensor x) {
    x = stem(x);
    for (auto& layer : layers_)
      x = torch::relu(layer(x));
    return head(x);
  }
  torch::nn::Linear stem{nullptr}, head{nullptr};
  std::vector<torch::nn::Linear> layers_;
};
TORCH_MODULE(Net);
