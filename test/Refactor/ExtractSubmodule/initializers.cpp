// In initializers: the new member is made where the first of those was. Several values that are used behind are a tuple, and a member that is only read is given.
// RUN: %fx-clang-trace %s --root='zoo::Net(3, 8)' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:45-47 -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// CHECK:+struct BlockImpl : torch::nn::Module {
// CHECK-NEXT:+  BlockImpl(int64_t in, int64_t width)
// CHECK-NEXT:+      : conv(register_module("conv", torch::nn::Conv2d(in, width, 3))),
// CHECK-NEXT:+        bn(register_module("bn", torch::nn::BatchNorm2d(width))) {}
// CHECK-NEXT:+
// CHECK-NEXT:+  std::tuple<torch::Tensor, torch::Tensor> forward(const torch::Tensor& input,
// CHECK-NEXT:+                                                   const torch::Tensor& mask, const double& scale) {
// CHECK-NEXT:+    auto x = torch::relu(bn(conv(input)));
// CHECK-NEXT:+    auto y = x * mask;
// CHECK-NEXT:+    auto z = y.mean({2, 3}) * scale;
// CHECK-NEXT:+    return {x, z};
// CHECK-NEXT:+  }
// CHECK-NEXT:+
// CHECK-NEXT:+  torch::nn::Conv2d conv;
// CHECK-NEXT:+  torch::nn::BatchNorm2d bn;
// CHECK-NEXT:+};
// CHECK-NEXT:+TORCH_MODULE(Block);
// CHECK-NEXT:+
// CHECK:-      : conv(register_module("conv", torch::nn::Conv2d(in, width, 3))),
// CHECK-NEXT:-        bn(register_module("bn", torch::nn::BatchNorm2d(width))),
// CHECK-NEXT:+      : block(register_module("block", Block(in, width))),
// CHECK:-    auto x = torch::relu(bn(conv(input)));
// CHECK-NEXT:-    auto y = x * mask;
// CHECK-NEXT:-    auto z = y.mean({2, 3}) * scale;
// CHECK-NEXT:+    auto [x, z] = block->forward(input, mask, scale);
// CHECK:-  torch::nn::Conv2d conv;
// CHECK-NEXT:-  torch::nn::BatchNorm2d bn;
// CHECK-NEXT:+  Block block{nullptr};

#include <torch/torch.h>

namespace zoo {

class Net : public torch::nn::Module {
public:
  Net(int64_t in, int64_t width)
      : conv(register_module("conv", torch::nn::Conv2d(in, width, 3))),
        bn(register_module("bn", torch::nn::BatchNorm2d(width))),
        head(register_module("head", torch::nn::Linear(width, 4))) {}

  std::tuple<torch::Tensor, torch::Tensor> forward(const torch::Tensor& input,
                                                   const torch::Tensor& mask) {
    auto x = torch::relu(bn(conv(input)));
    auto y = x * mask;
    auto z = y.mean({2, 3}) * scale;
    return {head(z), x};
  }

private:
  double scale = 0.5;
  torch::nn::Conv2d conv;
  torch::nn::BatchNorm2d bn;
  torch::nn::Linear head;
};

} // namespace zoo
