// An unknown value may flow; deciding structure with it is an error at the decision, with its origin.
// RUN: not fx-clang-trace %s -o %t.out -- 2>&1 | FileCheck %s
// RUN: not ls %t.out
#include <cstdlib>
#include <torch/torch.h>
struct Net : torch::nn::Module {
  Net() {
    // CHECK: unknown-library-call.cpp:[[@LINE+3]]:{{[0-9]+}}: error: the condition of this loop needs a value that is not known when the source is read
    // CHECK: unknown-library-call.cpp:[[@LINE+1]]:{{[0-9]+}}: note: the result of 'rand' is not known: the tracer has no model of it
    int layers = std::rand();
    for (int i = 0; i < layers; ++i)
      register_module("fc" + std::to_string(i), torch::nn::Linear(2, 2));
    // CHECK: note: say what it is with --assume=
  }
  torch::Tensor forward(torch::Tensor x) { return x; }
};
