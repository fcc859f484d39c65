# A part of what was computed is put to its place, and what is around it is as it was: with all of it there, it were not.
# RUN: fx-opt %s '--passes=reinplace<inference>' --verify-each 2>/dev/null | FileCheck %s
# CHECK: %b : {{.*}}target=torch.add](args = (%a, 1)
# CHECK: return %a
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.add](args = (%a, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %row : = call_function[target=torch.ops.aten.select.int](args = (%b, 0, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %whole : = call_function[target=torch.select_scatter](args = (%a, %row, 0, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %whole
