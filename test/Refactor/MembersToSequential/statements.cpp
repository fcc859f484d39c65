// Modules that statements of a constructor make; braces keep the order in which they are made. Comments stay.
// RUN: fx-clang-trace %s --root='Net(8)' --refactor=members-to-sequential --at=%s:31-33 -- 2>&1 | FileCheck %s
// CHECK: -    stem = register_module("stem", torch::nn::Linear(3, width)); // first
// CHECK-NEXT: -    block = register_module("block", Block(width));
// CHECK-NEXT: -    out = register_module("out", torch::nn::Linear(width, 2));
// CHECK-NEXT: +    // first
// CHECK-NEXT: +    features = register_module("features", torch::nn::Sequential{
// CHECK-NEXT: +        torch::nn::Linear(3, width),
// CHECK-NEXT: +        Block(width),
// CHECK-NEXT: +        torch::nn::GELU(),
// CHECK-NEXT: +        torch::nn::Linear(width, 2)});
// CHECK: +    // 8 wide
// CHECK-NEXT: +    return features->forward(x);
// CHECK: -  torch::nn::Linear stem{nullptr}, out{nullptr};
// CHECK-NEXT: -  Block block{nullptr};
// CHECK-NEXT: +  torch::nn::Sequential features{nullptr};
#include <torch/torch.h>
struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(int64_t n) { fc = register_module("fc", torch::nn::Linear(n, n)); }
  torch::Tensor forward(torch::Tensor x) { return x + torch::relu(fc(x)); }
  torch::nn::Linear fc{nullptr};
};
TORCH_MODULE(Block);
struct Net : torch::nn::Module {
  explicit Net(int64_t width) {
    stem = register_module("stem", torch::nn::Linear(3, width)); // first
    block = register_module("block", Block(width));
    out = register_module("out", torch::nn::Linear(width, 2));
  }
  torch::Tensor forward(torch::Tensor x) {
    auto y = stem(x); // 8 wide
    y = torch::gelu(block(y));
    return out(y);
  }
  torch::nn::Linear stem{nullptr}, out{nullptr};
  Block block{nullptr};
};
