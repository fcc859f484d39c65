// A rule that leaves a call out makes Identity of a module that a container runs, so that the keys of
// saved weights stay as they are, and takes other calls away.
// RUN: fx-clang-trace %s --root='Net()' --mode=eval --rules=inference --rewrite -- 2>/dev/null | FileCheck %s
// RUN: fx-clang-trace %s --root='Net()' --mode=eval --rules=inference -- 2>/dev/null | FileCheck %s --check-prefix=GRAPH
// CHECK:      {{^}}-    x = drop(x);
// CHECK:      {{^}}-  torch::nn::Sequential seq{torch::nn::Linear(4, 4), torch::nn::Dropout(0.3), torch::nn::Identity(),
// CHECK-NEXT: {{^}}-                            torch::nn::Dropout2d(), torch::nn::Linear(4, 2)};
// CHECK-NEXT: {{^}}+  torch::nn::Sequential seq{torch::nn::Linear(4, 4), torch::nn::Identity(), torch::nn::Identity(),
// CHECK-NEXT: {{^}}+                            torch::nn::Identity(), torch::nn::Linear(4, 2)};
// CHECK-NOT:  {{^[-+]}}
// GRAPH: %seq_0 :
// GRAPH-NEXT: %seq_4 : {{.*}}(%seq_0,)

#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  NetImpl() {
    register_module("seq", seq);
    register_module("drop", drop);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = seq->forward(x);
    x = drop(x);
    return x;
  }
  torch::nn::Sequential seq{torch::nn::Linear(4, 4), torch::nn::Dropout(0.3), torch::nn::Identity(),
                            torch::nn::Dropout2d(), torch::nn::Linear(4, 2)};
  torch::nn::Dropout drop{0.5};
};
TORCH_MODULE(Net);
