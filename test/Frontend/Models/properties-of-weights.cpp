// Types and devices of what the constructor made are known, and whether it takes gradients.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    norm = register_module("norm", torch::nn::BatchNorm1d(4));
    if (!fc->weight.is_cuda() && fc->weight.device().is_cpu() &&
        fc->bias.device().type() == torch::kCPU)
      seen += 1;
    if (fc->weight.dtype() == torch::kFloat32 && fc->bias.scalar_type() != torch::kBool) seen += 10;
    norm->weight.set_requires_grad(false);
    for (const auto& parameter : parameters())
      if (parameter.requires_grad()) seen += 100;
    if (torch::zeros({2}, torch::kLong).scalar_type() == torch::kLong) seen += 1000;
  }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK-NOT: error
    // CHECK: operator.mul](args = (%fc, 1311), kwargs = {})
    return fc(x) * seen;
  }
  torch::nn::Linear fc{nullptr};
  torch::nn::BatchNorm1d norm{nullptr};
  int64_t seen = 0;
};
