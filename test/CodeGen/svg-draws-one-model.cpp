// A picture is of one model.
// RUN: not fx-clang-trace %s --emit=svg -o %t.svg -- 2>&1 | FileCheck %s
// RUN: not ls %t.svg
#include <torch/torch.h>

struct A : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x + 1; }
};
struct B : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x + 2; }
};
// CHECK: error: --emit=svg draws one model: name it with --root
