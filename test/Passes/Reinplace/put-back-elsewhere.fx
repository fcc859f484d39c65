# A scatter to another place, of another value, or into another tensor, is needed.
# RUN: fx-opt %s '--passes=reinplace<inference>' --verify-each --split-input-file 2>&1 >%t.fx | FileCheck %s
# RUN: FileCheck %s --check-prefix=SAME --implicit-check-not=_]( < %t.fx
# CHECK-COUNT-3: %row, or what shares its memory, is read by %whole behind it
# SAME-COUNT-3: target=torch.ops.aten.add.Tensor]
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %row : = call_function[target=torch.ops.aten.select.int](args = (%a, 0, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %b : = call_function[target=torch.ops.aten.add.Tensor](args = (%row, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %whole : = call_function[target=torch.ops.aten.select_scatter.default](args = (%a, %b, 0, 0), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %whole

# -----

graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %row : = call_function[target=torch.ops.aten.select.int](args = (%a, 0, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %b : = call_function[target=torch.ops.aten.add.Tensor](args = (%row, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %whole : = call_function[target=torch.ops.aten.select_scatter.default](args = (%a, %b, 1, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %whole

# -----

graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %row : = call_function[target=torch.ops.aten.select.int](args = (%a, 0, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %b : = call_function[target=torch.ops.aten.add.Tensor](args = (%row, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %c : = call_function[target=torch.sum](args = (%x, 0), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %whole : = call_function[target=torch.ops.aten.select_scatter.default](args = (%a, %c, 0, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return (%whole, %b)
