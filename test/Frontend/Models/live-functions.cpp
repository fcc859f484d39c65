// A function of fx::wrap is one node where it gets tensors of the graph, and runs elsewhere.
// RUN: fx-clang-trace %s --root=Net -- | FileCheck %s --implicit-check-not=torch.mul
#include <fx/fx.h>
#include <torch/torch.h>

static const auto scale =
    fx::wrap("scale", [](torch::Tensor x, double by) { return torch::mul(x, by); });

struct NetImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    const auto twice = fx::wrap("twice", [](int64_t n) { return 2 * n; });
    // CHECK: %scale : {{.*}} = call_function[target=scale](args = (%x, 2.0), kwargs = {})
    x = scale(x, 2.0);
    // CHECK-NEXT: call_function[target=operator.add](args = (%scale, 6), kwargs = {})
    return x + twice(3);
  }
};
TORCH_MODULE(Net);
