// Parameters are fetched once, buffers at each use; their initial values form the init graph.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    weight = register_parameter("weight", torch::randn({3, 4}));
    auto steps = torch::arange(0, 4, torch::kFloat32).unsqueeze(0);
    table = register_buffer("table", torch::sin(steps));
    torch::nn::init::xavier_uniform_(weight);
  }
  torch::Tensor forward(torch::Tensor x) {
    return torch::matmul(x, weight) + table + weight.sum() * table;
  }
  torch::Tensor weight, table;
};

// CHECK:      parameter weight = %randn
// CHECK-NEXT: buffer table = %sin
// CHECK:      init():
// CHECK-NEXT: %randn : {{.*}}torch.randn](args = (3, 4), kwargs = {})
// CHECK-NEXT: %arange : {{.*}}torch.arange](args = (0, 4), kwargs = {dtype: torch.float32})
// CHECK-NEXT: %unsqueeze : {{.*}}call_method[target=unsqueeze](args = (%arange, 0)
// CHECK-NEXT: %sin : {{.*}}torch.sin](args = (%unsqueeze,)
// CHECK:      graph():
// CHECK:      %weight : [num_users=2] = get_attr[target=weight]
// CHECK:      %table : [num_users=1] = get_attr[target=table]
// CHECK:      %table_1 : [num_users=1] = get_attr[target=table]
