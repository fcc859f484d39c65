// A program that asks for more memory than it may take says so, and does not take the machine with it.
// REQUIRES: libtorch
// RUN: not fx-clang-trace %s --verify=eval --input x=20000x10 --memory-limit=2000 -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --verify=eval --input x=20x10 --memory-limit=2000 -- 2>&1 | FileCheck %s --check-prefix=FITS
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return (x.unsqueeze(0) + x.unsqueeze(1)).sum(0); }
};
// CHECK: error: Net(): the original: {{.*}}16000000000 bytes{{.*}}; a program of --verify may take 2000 MB of memory: say a smaller --input, or --memory-limit=<megabytes> [models-not-compared]
// FITS: eval: the same in 2 calls
