// --method traces another method than forward.
// RUN: fx-clang-trace %s --method=encode --emit=fx -- | FileCheck %s
// RUN: not fx-clang-trace %s --method=decode -- 2>&1 | FileCheck %s --check-prefix=NONE
#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor encode(torch::Tensor text, double scale = 2.0) { return torch::tanh(text) * scale; }
  torch::Tensor forward(torch::Tensor x) { return x; }
};
// CHECK: %text : {{.*}}placeholder[target=text]
// CHECK: %scale : {{.*}}placeholder[target=scale](default=2.0)
// CHECK: return mul
// NONE: error: no module of this file has a method 'decode' [no-forward]
