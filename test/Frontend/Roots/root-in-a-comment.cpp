// A comment above a class says what makes one to trace, in the names of the place where the class stands.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root='zoo::Block(3)' -- 2>&1 | FileCheck %s --check-prefix=ASKED
#include <torch/torch.h>

namespace zoo {
constexpr int width = 3;

/// A block.
// fx: root=Block(width, {2, 4}) x=1x3
struct BlockImpl : torch::nn::Module {
  BlockImpl(int in, std::vector<int64_t> sizes = {7}) {
    for (const int64_t size : sizes) {
      layers->push_back(torch::nn::Linear(in, size));
      in = size;
    }
    register_module("layers", layers);
  }
  torch::Tensor forward(torch::Tensor x) { return layers->forward(x); }
  torch::nn::Sequential layers;
};
TORCH_MODULE(Block);

namespace {
// fx: root=std::make_shared<Scale<2>>(8)
template <int Factor>
struct Scale : torch::nn::Module {
  explicit Scale(int add) : add(add) {}
  torch::Tensor forward(torch::Tensor x) { return x * Factor + add; }
  int add;
};
} // namespace
} // namespace zoo

// CHECK: # Block
// CHECK: 0: torch::nn::Linear(in_features = 3, out_features = 2)
// CHECK: 1: torch::nn::Linear(in_features = 2, out_features = 4)
// CHECK: # Scale
// CHECK: call_function[target=operator.mul](args = (%x, 2)
// CHECK: call_function[target=operator.add](args = (%mul, 8)

// ASKED: in_features = 3, out_features = 7
// ASKED-NOT: Scale
