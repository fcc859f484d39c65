// C++'s own ways to slice and to make tensors, in Python's spelling; operators of torch::fft, special.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = x.slice(1, 0, 4).slice(-2, 1).slice(0, 0, INT64_MAX, 2);
    float data[] = {1, 2, 3, 4};
    auto table = torch::from_blob(data, {2, 2});
    x = torch::special::expit(x) + torch::fft::rfft(table);
    return x.to(table.dtype()).cpu();
  }
};
// CHECK: operator.getitem](args = (%x, (slice(None, None, None), slice(0, 4, None)))
// CHECK: operator.getitem](args = (%getitem, (Ellipsis, slice(1, None, None), slice(None, None, None)))
// CHECK: operator.getitem](args = (%getitem_1, slice(0, None, 2))
// CHECK: torch.tensor](args = ([1.0, 2.0, 3.0, 4.0],), kwargs = {dtype: torch.float32})
// CHECK: call_method[target=reshape](args = (%tensor, (2, 2))
// CHECK: special_expit
// CHECK: fft_rfft
// CHECK: call_method[target=to](args =
// CHECK: call_method[target=cpu](args =
