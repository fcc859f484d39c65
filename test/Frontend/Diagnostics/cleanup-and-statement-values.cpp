// A cleanup function, and an object with a destructor as a statement's value, are no silent loss.
// RUN: not fx-clang-trace %s --root=Cleans -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=Yields -- 2>&1 | FileCheck %s --check-prefix=YIELDS
#include <torch/torch.h>

static int cleaned = 0;
static void clean(int* value) {
  cleaned += *value;
}

struct Guard {
  ~Guard() { ++cleaned; }
};

struct Cleans : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: :[[@LINE+1]]:{{.*}} error: a variable with a cleanup function is not supported yet
    __attribute__((cleanup(clean))) int value = 1;
    return x;
  }
};

struct Yields : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // YIELDS: :[[@LINE+1]]:{{.*}} error: an object with a destructor as a statement's value is not supported yet
    ({ Guard(); });
    return x;
  }
};
