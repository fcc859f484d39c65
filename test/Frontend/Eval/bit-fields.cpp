// A bit-field keeps as many bits as it has.
// RUN: fx-clang-trace %s --root=Net --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Packed {
  unsigned low : 3;
  int high : 4;
  bool flag : 1;
};

struct NetImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Packed packed{9, 7, true};
    // CHECK: operator.mul](args = (%x, 1), kwargs = {})
    x = x * static_cast<int64_t>(packed.low);
    packed.high++;
    // CHECK: operator.mul](args = (%mul, -8), kwargs = {})
    x = x * packed.high;
    packed.low = 15;
    packed.low += 2;
    // CHECK: operator.mul](args = (%mul_1, 1), kwargs = {})
    return x * static_cast<int64_t>(packed.low);
  }
};
TORCH_MODULE(Net);
