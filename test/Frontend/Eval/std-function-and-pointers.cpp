// std::function, function pointers and a table of them.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <functional>
#include <torch/torch.h>

static torch::Tensor twice(const torch::Tensor& x) {
  return x * 2;
}

struct Net : torch::nn::Module {
  std::vector<std::function<torch::Tensor(const torch::Tensor&)>> steps{
      twice, [](const torch::Tensor& t) { return t + 1; }};
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor (*pointer)(const torch::Tensor&) = &twice;
    for (const auto& step : steps)
      x = step(x);
    return pointer(x);
  }
};

// CHECK: operator.mul](args = (%x, 2)
// CHECK: operator.add](args = (%mul, 1)
// CHECK: operator.mul](args = (%add, 2)
