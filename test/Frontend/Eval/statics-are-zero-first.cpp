// A static is zero before its constructor runs: what that leaves out is zero.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Plain {
  int first;
  int second;
};
struct Partly {
  int given;
  int left;
  Partly() : given(3) {}
};
static Plain plain;
static Partly partly;

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    static Plain local;
    // CHECK: operator.add](args = (%x, 3), kwargs = {})
    return x + (plain.first + plain.second + partly.given + partly.left + local.second);
  }
};
