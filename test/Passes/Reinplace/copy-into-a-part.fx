# A scatter that puts something else to a place becomes a copy into the view.
# RUN: fx-opt %s '--passes=reinplace<inference>' --verify-each 2>/dev/null | FileCheck %s
# CHECK: %select_int : {{.*}}call_function[target=torch.ops.aten.select.int](args = (%a, 0, 1)
# CHECK-NEXT: call_function[target=torch.ops.aten.copy_.default](args = (%select_int, %c)
# CHECK-NEXT: return %a
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %c : = call_function[target=torch.sum](args = (%x, 0), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %whole : = call_function[target=torch.select_scatter](args = (%a, %c, 0, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %whole
