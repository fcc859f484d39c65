// An operand that the new code needs twice, and that no variable holds, gets one: a call is not written twice. Without
// it a layer would run twice, and one with state would compute something else.
// RUN: %fx-clang-trace %s --root=Net --rules=decompositions --rewrite --input 3x4 --verify -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
//      CHECK:eval: the same in 2 calls: {{.*}}
//      CHECK:train: the same in 2 calls: {{.*}}
//      CHECK:-    x = torch::log_softmax(norm->forward(x), 1);
// CHECK-NEXT:+    auto norm_1 = norm->forward(x);
// CHECK-NEXT:+    x = norm_1 - torch::logsumexp(norm_1, 1, true);
// CHECK-NEXT:     auto y = x * 2;
// CHECK-NEXT:-    return torch::silu(y);
// CHECK-NEXT:+    return y * torch::sigmoid(y);

#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  NetImpl() { norm = register_module("norm", torch::nn::BatchNorm1d(4)); }
  torch::Tensor forward(torch::Tensor x) {
    x = torch::log_softmax(norm->forward(x), 1);
    auto y = x * 2;
    return torch::silu(y);
  }
  torch::nn::BatchNorm1d norm{nullptr};
};
TORCH_MODULE(Net);
