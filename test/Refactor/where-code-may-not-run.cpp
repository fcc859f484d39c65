// What only runs where ?: or && decides so gets no statement before its own: another object may not have the modules
// that it calls. An operand stands twice then; a value that needs a variable is refused.
// RUN: %fx-clang-trace %s --root=Net --rules=decompositions --rewrite -- | FileCheck %s
// RUN: not fx-clang-trace %s --root=Net --mode=eval --passes=fuse-conv-bn --rewrite -- 2>&1 | FileCheck %s --check-prefix=REFUSED
// CHECK: {{^}}-    return use_ ? torch::log_softmax(fc(x), 1) : x;
// CHECK-NEXT: {{^}}+    return use_ ? fc(x) - torch::logsumexp(fc(x), 1, true) : x;
// REFUSED: where-code-may-not-run.cpp:[[# @LINE + 11]]:{{[0-9]+}}: error: {{.*}}no room for a statement before it [room-for-a-statement-missing]

#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  explicit NetImpl(bool use = true) : use_(use) {
    if (use) conv = register_module("conv", torch::nn::Conv2d(3, 4, 3));
    if (use) norm = register_module("norm", torch::nn::BatchNorm2d(4));
    if (use) fc = register_module("fc", torch::nn::Linear(4, 4));
  }
  torch::Tensor forward(torch::Tensor x) {
    x = use_ ? norm(conv(x)) : x;
    return use_ ? torch::log_softmax(fc(x), 1) : x;
  }
  torch::nn::Conv2d conv{nullptr};
  torch::nn::BatchNorm2d norm{nullptr};
  torch::nn::Linear fc{nullptr};
  bool use_;
};
TORCH_MODULE(Net);
