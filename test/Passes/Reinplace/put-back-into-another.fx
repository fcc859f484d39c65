# The place is the same, but in another tensor, which may be the same memory for all that is known: `hstack` of one is that one.
# RUN: fx-opt %s '--passes=reinplace<inference>' --verify-each 2>&1 | FileCheck %s
# CHECK: remark: 'torch.ops.aten.mul.Tensor' is not done in place: %row, or what shares its memory, is read by %out behind it
# CHECK: target=torch.ops.aten.mul.Tensor](args = (%row, 2)
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %a : = call_function[target=torch.exp](args = (%x,), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.cos](args = (%x,), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %both : = call_function[target=torch.hstack](args = ([%a, %b],), kwargs = {}) meta = {tensor_meta: {"shape": (2, 4), "dtype": torch.float32, "stride": (4, 1)}}
  %row : = call_function[target=torch.ops.aten.select.int](args = (%a, 0, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %doubled : = call_function[target=torch.ops.aten.mul.Tensor](args = (%row, 2), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %out : = call_function[target=torch.ops.aten.select_scatter.default](args = (%b, %doubled, 0, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return (%out, %both)
