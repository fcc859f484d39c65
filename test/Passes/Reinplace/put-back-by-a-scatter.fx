# What functionalization makes of x[0] += 1 is x[0] += 1 again: the scatter puts the sum to where it is already. A view of
# a view, two scatters.
# RUN: fx-opt %s '--passes=reinplace<inference>' --verify-each 2>/dev/null | FileCheck %s
# CHECK: %row : {{.*}}select.int](args = (%a, 0, 1)
# CHECK-NEXT: %item : {{.*}}slice.Tensor](args = (%row, 0, 0, 1)
# CHECK-NEXT: %sum_1 : {{.*}}torch.ops.aten.add_.Tensor](args = (%item, 1)
# CHECK-NEXT: return %a
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %row : = call_function[target=torch.ops.aten.select.int](args = (%a, 0, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %item : = call_function[target=torch.ops.aten.slice.Tensor](args = (%row, 0, 0, 1), kwargs = {}) meta = {tensor_meta: {"shape": (1,), "dtype": torch.float32, "stride": (1,)}}
  %sum_1 : = call_function[target=torch.ops.aten.add.Tensor](args = (%item, 1), kwargs = {}) meta = {tensor_meta: {"shape": (1,), "dtype": torch.float32, "stride": (1,)}}
  %back : = call_function[target=torch.ops.aten.slice_scatter.default](args = (%row, %sum_1, 0, 0, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %whole : = call_function[target=torch.ops.aten.select_scatter.default](args = (%a, %back, 0, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %whole
