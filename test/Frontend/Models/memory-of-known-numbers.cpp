// data_ptr() of a tensor that the constructor makes of numbers: the numbers, for as long as neither
// is written to.
// RUN: fx-clang-trace %s --root=Net --emit=fx -- | FileCheck %s
// RUN: not fx-clang-trace %s --root=Written -- 2>&1 | FileCheck %s --check-prefix=WRITTEN
#include <torch/torch.h>

#include <vector>

struct Net : torch::nn::Module {
  Net() {
    auto rates = torch::linspace(0, 0.5, 3);
    std::vector<float> all(rates.data_ptr<float>(), rates.data_ptr<float>() + rates.numel());
    last = all.back();
    auto indices = torch::arange(4);
    first.assign(indices.data_ptr<int64_t>() + 1, indices.data_ptr<int64_t>() + 3);
  }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: operator.mul](args = (%x, 0.5)
    // CHECK: operator.add](args = (%mul, 2)
    return x * last + first[1];
  }
  float last;
  std::vector<int64_t> first;
};

struct Written : torch::nn::Module {
  Written() {
    auto rates = torch::linspace(0, 0.5, 3);
    auto* numbers = rates.data_ptr<float>();
    numbers[0] = 1;
    // WRITTEN: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}} [memory-shared-with-a-variable]
    register_buffer("rates", rates * 2);
  }
  torch::Tensor forward(torch::Tensor x) { return x; }
};
