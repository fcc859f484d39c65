// A drawing of more than 60 boxes shows modules as boxes, as few levels of them as is needed.
// RUN: %fx-clang-trace %s --emit=dot -- | FileCheck %s
// RUN: %fx-clang-trace %s --emit=dot --depth=3 -- | FileCheck %s --check-prefix=FULL
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  torch::nn::Linear fc = register_module("fc", torch::nn::Linear(4, 4));
  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc(x)) + x; }
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  torch::nn::Sequential layers;
  Net() {
    for (int i = 0; i < 30; ++i)
      layers->push_back(Block());
    register_module("layers", layers);
  }
  torch::Tensor forward(torch::Tensor x) { return layers->forward(x); }
};
// CHECK: subgraph "cluster 0" {
// CHECK-NEXT: label="layers: Sequential";
// CHECK-NEXT: "module 1" [label="layers.0: Block\n3 nodes"
// CHECK: "module 59" [label="layers.29: Block\n3 nodes"
// CHECK-NEXT: }
// CHECK: "module 1" -> "module 3";
// CHECK-NOT: "module 1" -> "module 3";
// CHECK: label="What is deeper than 2 modules is part of their boxes; --depth=3 shows more.";
// FULL: "add_29" [label=
// FULL-NOT: shows more
