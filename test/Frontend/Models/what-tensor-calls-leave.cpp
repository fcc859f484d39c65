// data() is the memory without its history, requires_grad_ and seeds stand in the graph,
// index_put_ adds up where it is told to, and literals keep their types.
// RUN: fx-clang-trace %s --root=Net -- | FileCheck %s
// RUN: not fx-clang-trace %s --root=Global -- 2>&1 | FileCheck %s --check-prefix=GLOBAL
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: %getattr_1 : {{.*}}call_function[target=builtins.getattr](args = (%x, "data")
    auto y = x.data();
    // CHECK: call_method[target=requires_grad_](args = (%{{.*}}, True)
    auto scale = torch::ones({3}).requires_grad_(true);
    // CHECK: call_function[target=torch.manual_seed](args = (7,)
    torch::manual_seed(7);
    // CHECK: %tensor{{.*}}call_function[target=torch.tensor](args = ([1, 1],)
    // CHECK: call_method[target=index_put_](args = (%{{.*}}, (%tensor,), %{{.*}}, True)
    y.index_put_({torch::tensor({1, 1})}, torch::ones({2}), /*accumulate=*/true);
    // CHECK: %[[ROW:[a-z_0-9]+]] : {{.*}}call_function[target=operator.getitem](args = (%{{.*}}, (%size, 0))
    // CHECK: call_method[target=fill_](args = (%[[ROW]], 1)
    y.index_put_({x.size(0), 0}, 1);
    // CHECK: torch.tensor](args = (3,), kwargs = {dtype: torch.uint8})
    return y * scale + torch::tensor(static_cast<uint8_t>(3));
  }
};

struct Global : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // GLOBAL: :[[#@LINE+1]]:{{[0-9]+}}: error: 'set_default_dtype' changes what operators do from here on
    torch::set_default_dtype(caffe2::TypeMeta::Make<double>());
    return x + torch::ones({3});
  }
};
