// The sizes of LibTorch's weights are known while the constructor runs, also where it decides by them.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --verify --input x=2x4 -- 2>&1 | FileCheck %s --check-prefix=VERIFIED
#include <torch/torch.h>

#include <cmath>

struct Net : torch::nn::Module {
  Net() {
    fc = register_module("fc", torch::nn::Linear(4, 6));
    lstm = register_module("lstm", torch::nn::LSTM(6, 3));
    const auto sizes = fc->weight.sizes();
    for (int64_t i = 0; i < sizes[0] / 3; ++i)
      layers->push_back(torch::nn::Linear(sizes.back() + 2, fc->weight.size(0)));
    register_module("layers", layers);
    for (const auto& parameter : lstm->named_parameters())
      if (parameter.value().dim() > 1) rows += parameter.value().size(0);
    const auto [in, out] = torch::nn::init::_calculate_fan_in_and_fan_out(fc->weight);
    const double bound = 1 / std::sqrt(static_cast<double>(in));
    torch::nn::init::uniform_(fc->bias, -bound, bound);
    fan_out = out;
    for (const auto& parameter : parameters())
      if (parameter.requires_grad()) count += parameter.numel();
  }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK-NOT: error
    // CHECK: torch.nn.init.uniform_](args = (%fc_bias, -0.5, 0.5)
    // CHECK: call_module[target=layers.0]
    // CHECK: call_module[target=layers.1]
    x = fc(x);
    for (const auto& layer : *layers)
      x = layer->as<torch::nn::Linear>()->forward(x);
    // CHECK: operator.mul](args = (%layers_1, 24)
    x = x * rows;
    // CHECK: operator.mul](args = (%mul, 6)
    x = x * fan_out;
    // CHECK: operator.add](args = (%mul_1, 246)
    return x + count;
  }
  torch::nn::Linear fc{nullptr};
  torch::nn::LSTM lstm{nullptr};
  torch::nn::ModuleList layers;
  int64_t rows = 0, fan_out = 0, count = 0;
};
// VERIFIED: eval: the same in 2 calls
// VERIFIED: train: the same in 2 calls
