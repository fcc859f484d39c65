// In initializers. A default argument becomes a variable, and a tuple in braces its type.
// RUN: %fx-clang-trace %s --root='zoo::Net' '--refactor=inline-submodule<target=block>' -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// CHECK:-      : block(register_module("block", Block(4))),
// CHECK-NEXT:+      : block_fc(register_module("block_fc", torch::nn::Linear(4, 4))),
// CHECK-NEXT:+        act(register_module("act", torch::nn::ReLU())),
// CHECK:-    auto [a, b] = block(x);
// CHECK-NEXT:+    bool twice = false;
// CHECK-NEXT:+    auto y = block_fc(x);
// CHECK-NEXT:+    if (twice) y = y * 2;
// CHECK-NEXT:+    y = act(y);
// CHECK-NEXT:+    auto [a, b] = std::tuple<torch::Tensor, torch::Tensor>{y, x + 1};
// CHECK:-  Block block;
// CHECK-NEXT:+  torch::nn::Linear block_fc{nullptr};
// CHECK-NEXT:+  torch::nn::ReLU act{nullptr};

#include <torch/torch.h>

namespace zoo {

struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(int64_t n)
      : fc(register_module("fc", torch::nn::Linear(n, n))),
        act(register_module("act", torch::nn::ReLU())) {}
  std::tuple<torch::Tensor, torch::Tensor> forward(const torch::Tensor& x, bool twice = false) {
    auto y = fc(x);
    if (twice) y = y * 2;
    y = act(y);
    return {y, x + 1};
  }
  torch::nn::Linear fc;
  torch::nn::ReLU act;
};
TORCH_MODULE(Block);

class Net : public torch::nn::Module {
public:
  Net()
      : block(register_module("block", Block(4))),
        fc(register_module("fc", torch::nn::Linear(4, 2))) {}
  torch::Tensor forward(torch::Tensor x) {
    auto [a, b] = block(x);
    return fc(a + b);
  }

private:
  Block block;
  torch::nn::Linear fc;
};

} // namespace zoo
