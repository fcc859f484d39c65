// A variable with a cleanup function is an error: it is no silent loss.
// RUN: not fx-clang-trace %s --root=Cleans -- 2>&1 | FileCheck %s
#include <torch/torch.h>

static int cleaned = 0;
static void clean(int* value) {
  cleaned += *value;
}

struct Cleans : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: :[[@LINE+1]]:{{.*}} error: a variable with a cleanup function is not supported yet
    __attribute__((cleanup(clean))) int value = 1;
    return x;
  }
};
