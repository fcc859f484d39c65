// A size of an example may be a name alone: what is first wherever it stands is 2, others 64.
// RUN: fx-clang-trace %s --input=x=NxT --print-meta -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --input=x=Nx1x -- 2>&1 | FileCheck %s --check-prefix=WRONG
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x.t(); }
};
// CHECK: call_method[target=t]{{.*}}"shape": (64, 2)
// WRONG: error: {{.*}}x=Nx1x
