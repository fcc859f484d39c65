# The sum and the tensor with it are returned, two tensors: they must not become one.
# RUN: fx-opt %s '--passes=reinplace<inference>' --verify-each --split-input-file 2>&1 >%t.fx | FileCheck %s
# RUN: FileCheck %s --check-prefix=SAME --implicit-check-not=_]( < %t.fx
# CHECK: tensors that the graph returns would be one
# SAME: target=torch.ops.aten.add.Tensor]
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %row : = call_function[target=torch.ops.aten.select.int](args = (%a, 0, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %b : = call_function[target=torch.ops.aten.add.Tensor](args = (%row, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %whole : = call_function[target=torch.ops.aten.select_scatter.default](args = (%a, %b, 0, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return (%whole, %b)
