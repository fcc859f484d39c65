// A mode that C++ numbers and Python names is refused in Python, whose function does not take the number.
// RUN: not fx-clang-trace --emit=python %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Distance : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::cdist(x, x, 2, 1); }
  // CHECK: [[@LINE-1]]:51: error: %cdist: Python's torch.functional.cdist takes text as its compute_mode
};
