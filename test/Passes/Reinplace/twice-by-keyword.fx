# An operand that is given twice, once by keyword, is given twice.
# RUN: fx-opt %s '--passes=reinplace<inference>' --verify-each 2>&1 >/dev/null | FileCheck %s
# CHECK: 'torch.mul' is not done in place: it takes %a twice
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.mul](args = (%a,), kwargs = {other: %a}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %b
