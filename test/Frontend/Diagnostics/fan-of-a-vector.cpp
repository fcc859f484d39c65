// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    // CHECK: :[[@LINE+1]]:22: error: this throws: fan in and fan out are of tensors with at least two dimensions [fan-of-a-vector]
    auto [in, out] = torch::nn::init::_calculate_fan_in_and_fan_out(fc->bias);
    inputs = in;
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x) * inputs; }
  torch::nn::Linear fc{nullptr};
  int64_t inputs;
};
