// Whether a pointer behind an array equals one to another object is not guessed.
// RUN: not fx-clang-trace %s --root=Others -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=Same --emit=fx -- | FileCheck %s --check-prefix=SAME
#include <torch/torch.h>

struct Others : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int first = 1;
    int second = 2;
    // CHECK: :[[@LINE+1]]:{{.*}} error: whether a pointer behind an array points to another object is not specified
    return &first + 1 == &second ? x + 1 : x;
  }
};

struct Same : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int values[2] = {1, 2};
    // SAME: operator.add](args = (%x, 1)
    return &values[1] != values + 2 ? x + 1 : x;
  }
};
