// What an override of train() writes is not what each call begins with: a later call may find what
// the call before it left, and a buffer cannot keep it.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --state=buffers -- 2>&1 | FileCheck %s --check-prefixes=CHECK,KEPT
#include <torch/torch.h>

struct Net : torch::nn::Module {
  void train(bool on) override {
    torch::nn::Module::train(on);
    calls = 0;
  }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: forward changes the member 'calls' here, and a later call reads it
    ++calls;
    // KEPT: note: the graph cannot keep it in a buffer of its own: an override of train() changes it, too
    return x * calls;
  }
  int calls = 0;
};
