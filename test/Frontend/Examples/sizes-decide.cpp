// What sizes decide is decided by the sizes of --input, and a remark says so; the numbers that decide
// nothing stay symbolic.
// RUN: fx-clang-trace %s --input x=2x6x8 --emit=fx -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s --check-prefix=WITHOUT
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // WITHOUT: :[[#@LINE+2]]:{{.*}} error: the condition of this 'if' depends on the sizes of 'x', which the source does not tell [property-of-a-tensor]
    // CHECK: :[[#@LINE+1]]:{{.*}} remark: 'x.size(1)>4' is true for the example inputs, and the graph is the one for that
    if (x.size(1) > 4) x = torch::relu(x);
    std::vector<torch::Tensor> parts;
    for (int64_t i = 0; i < x.size(1); i += 2)
      parts.push_back(x.slice(1, i, i + 2));
    std::vector<int64_t> widths(x.dim(), 1);
    const auto half = x.size(2) / 2;
    return torch::cat(parts, 1).view({-1, half}) + static_cast<int64_t>(widths.size());
  }
};
TORCH_MODULE(Net);
// CHECK: %x : [num_users=1] = placeholder[target=x]
// CHECK-NEXT: %relu
// CHECK-NEXT: %getitem : {{.*}}slice(0, 2, None)
// CHECK-NEXT: %getitem_1 : {{.*}}slice(2, 4, None)
// CHECK-NEXT: %getitem_2 : {{.*}}slice(4, 6, None)
// CHECK: [[SIZE:%size_[0-9]+]] : [num_users=1] = call_method[target=size](args = (%relu, 2), kwargs = {})
// CHECK-NEXT: %floordiv : [num_users=1] = call_function[target=operator.floordiv](args = ([[SIZE]], 2), kwargs = {})
// CHECK: %view : [num_users=1] = call_method[target=view](args = (%cat, -1, %floordiv), kwargs = {})
// CHECK: operator.add](args = (%view, 3), kwargs = {})
