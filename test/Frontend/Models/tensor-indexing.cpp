// index, operator[], select and slices; writing through a view.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>
using namespace torch::indexing;

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor mask) {
    auto a = x.index({Slice(), Slice(1, None, 2), "...", 0});
    auto b = x[0][1];
    auto c = x.index({mask});
    x.index_put_({0, Slice(None, 2)}, 1.5);
    x[1] = b;
    x.index({Slice(), 0}) = 2;
    return a + b + c + x;
  }
};

// CHECK: operator.getitem](args = (%x, (slice(None, None, None), slice(1, None, 2), Ellipsis, 0)), kwargs
// CHECK: operator.getitem](args = (%x, 0)
// CHECK: operator.getitem](args = (%getitem_1, 1)
// CHECK: operator.getitem](args = (%x, %mask)
// CHECK: %[[PUT:.*]] : {{.*}}operator.getitem](args = (%x, (0, slice(None, 2, None)))
// CHECK: call_method[target=fill_](args = (%[[PUT]], 1.5)
// CHECK: %[[ROW:.*]] : {{.*}}operator.getitem](args = (%x, 1)
// CHECK: call_method[target=copy_](args = (%[[ROW]], %getitem_2)
// CHECK: call_method[target=fill_](args = (%{{.*}}, 2)
