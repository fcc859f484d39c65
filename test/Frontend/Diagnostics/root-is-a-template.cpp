// A template is no class: what the file makes of it is one, and else how to write that.
// RUN: not fx-clang-trace %s --root=Tagger -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=models::Stack -- 2>&1 | FileCheck %s --check-prefix=STACK
// RUN: fx-clang-trace %s --root='models::Stack<torch::nn::Linear, 2>()' --emit=fx --
#include <torch/torch.h>

template <class Layer>
struct Tagger : torch::nn::Module {
  explicit Tagger(int width) {}
  torch::Tensor forward(torch::Tensor x) { return x; }
};
// CHECK: error: --root: 'Tagger' has no constructor without arguments
// CHECK: note: Tagger(int width): --root='Tagger<torch::nn::GRU>(<int width>)'
Tagger<torch::nn::GRU> make_tagger(int width) {
  return Tagger<torch::nn::GRU>(width);
}

namespace models {
// STACK: :[[@LINE+3]]:{{[0-9]+}}: error: --root: 'models::Stack' is a class template: say with what arguments [root-is-a-template]
// STACK: note: write --root='models::Stack<Layer, depth>(...)' with a type for 'Layer' and a value for 'depth'
template <class Layer, int depth>
struct Stack : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x * depth; }
};
} // namespace models
