// A variable of the constructor that only the members need moves along, with a loop that changes it; one that others need too is given.
// RUN: %fx-clang-trace %s --root='Net({4, 8, 4}, true)' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:65-68 -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// CHECK:+struct BlockImpl : torch::nn::Module {
// CHECK-NEXT:+  BlockImpl(const std::vector<int64_t>& sizes, bool norm, int64_t out) {
// CHECK-NEXT:+    int64_t in = sizes[0];
// CHECK-NEXT:+    for (size_t i = 1; i < sizes.size(); ++i) {
// CHECK-NEXT:+      layers->push_back(torch::nn::Linear(in, sizes[i]));
// CHECK-NEXT:+      in = sizes[i];
// CHECK-NEXT:+    }
// CHECK-NEXT:+    register_module("layers", layers);
// CHECK-NEXT:+    if (norm) {
// CHECK-NEXT:+      bn = register_module("bn", torch::nn::BatchNorm1d(out));
// CHECK-NEXT:+    }
// CHECK-NEXT:+  }
// CHECK-NEXT:+
// CHECK-NEXT:+  torch::Tensor forward(torch::Tensor x) {
// CHECK-NEXT:+    for (const auto& layer : *layers)
// CHECK-NEXT:+      x = layer->as<torch::nn::Linear>()->forward(x);
// CHECK-NEXT:+    if (bn) x = bn(x);
// CHECK-NEXT:+    x = torch::dropout(x, 0.5, is_training());
// CHECK-NEXT:+    return x;
// CHECK-NEXT:+  }
// CHECK-NEXT:+
// CHECK-NEXT:+  torch::nn::ModuleList layers;
// CHECK-NEXT:+  torch::nn::BatchNorm1d bn{nullptr};
// CHECK-NEXT:+};
// CHECK-NEXT:+TORCH_MODULE(Block);
// CHECK-NEXT:+
// CHECK:-    int64_t in = sizes[0];
// CHECK-NEXT:-    for (size_t i = 1; i < sizes.size(); ++i) {
// CHECK-NEXT:-      layers->push_back(torch::nn::Linear(in, sizes[i]));
// CHECK-NEXT:-      in = sizes[i];
// CHECK-NEXT:-    }
// CHECK-NEXT:-    register_module("layers", layers);
// CHECK-NEXT:-    if (norm) {
// CHECK-NEXT:-      bn = register_module("bn", torch::nn::BatchNorm1d(out));
// CHECK-NEXT:-    }
// CHECK-NEXT:+    block = register_module("block", Block(sizes, norm, out));
// CHECK:-    for (const auto& layer : *layers)
// CHECK-NEXT:-      x = layer->as<torch::nn::Linear>()->forward(x);
// CHECK-NEXT:-    if (bn) x = bn(x);
// CHECK-NEXT:-    x = torch::dropout(x, 0.5, is_training());
// CHECK-NEXT:+    x = block->forward(x);
// CHECK:-  torch::nn::ModuleList layers;
// CHECK-NEXT:-  torch::nn::BatchNorm1d bn{nullptr};
// CHECK-NEXT:+  Block block{nullptr};

#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net(const std::vector<int64_t>& sizes, bool norm) {
    int64_t out = sizes.back();
    int64_t in = sizes[0];
    for (size_t i = 1; i < sizes.size(); ++i) {
      layers->push_back(torch::nn::Linear(in, sizes[i]));
      in = sizes[i];
    }
    register_module("layers", layers);
    if (norm) {
      bn = register_module("bn", torch::nn::BatchNorm1d(out));
    }
    head = register_module("head", torch::nn::Linear(out, 2));
  }
  torch::Tensor forward(torch::Tensor x) {
    for (const auto& layer : *layers)
      x = layer->as<torch::nn::Linear>()->forward(x);
    if (bn) x = bn(x);
    x = torch::dropout(x, 0.5, is_training());
    return head(x);
  }
  torch::nn::ModuleList layers;
  torch::nn::BatchNorm1d bn{nullptr};
  torch::nn::Linear head{nullptr};
};
