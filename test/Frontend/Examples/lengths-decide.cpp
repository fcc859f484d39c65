// How long a list is that an operator gives is known with --input, and a remark says that it decided.
// RUN: fx-clang-trace %s --input x=5x4 --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto sum = torch::zeros({4});
    // CHECK: :[[#@LINE+1]]:{{.*}} remark: this list has 3 items for the example inputs, and the graph is the one for that
    for (const auto& part : x.split(2))
      sum = sum + part.sum(0);
    return sum;
    // CHECK-COUNT-3: operator.getitem
    // CHECK-NOT: operator.getitem
  }
};
TORCH_MODULE(Net);
