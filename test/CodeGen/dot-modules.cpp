// Modules are frames of a drawing; --depth makes those that are deeper one box with what they hold.
// RUN: %fx-clang-trace %s --input x=1x4 --emit=dot -- | FileCheck %s
// RUN: %fx-clang-trace %s --input x=1x4 --emit=dot --depth=1 -- | FileCheck %s --check-prefix=ONE
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  torch::nn::Linear fc = register_module("fc", torch::nn::Linear(4, 4));
  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc(x)); }
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  Block first = register_module("first", Block()), second = register_module("second", Block());
  torch::nn::Linear head = register_module("head", torch::nn::Linear(4, 2));
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor y = first(x);
    return head(second(y) + y + first(y));
  }
};
// CHECK:      "add" [label="%add\ncall_function
// CHECK:      "head" [label="%head\ncall_module head
// CHECK:      subgraph "cluster 0" {
// CHECK-NEXT:   label="first: Block";
// CHECK-NEXT:   "first_fc" [label=
// CHECK-NEXT:   "relu" [label=
// CHECK-NEXT: }
// CHECK:      subgraph "cluster 2" {
// CHECK-NEXT:   label="second: Block";
// A second run of a module has a frame of its own:
// CHECK:      subgraph "cluster 4" {
// CHECK-NEXT:   label="first: Block";
// CHECK:      "relu" -> "second_fc";
// CHECK-NOT:  more

// ONE-NOT:  subgraph
// ONE-NOT:  "relu"
// ONE:      "module 0" [label="first: Block\n2 nodes\nfloat32[1, 4]"
// ONE:      "module 2" [label="second: Block\n2 nodes\nfloat32[1, 4]"
// ONE:      "module 4" [label="first: Block\n2 nodes\nfloat32[1, 4]"
// ONE:      "x" -> "module 0";
// ONE-NEXT: "module 0" -> "module 2";
// ONE-NEXT: "module 0" -> "add";
// ONE-NEXT: "module 0" -> "module 4";
// ONE:      label="What is deeper than 1 module is part of its box; --depth=2 shows more.";
