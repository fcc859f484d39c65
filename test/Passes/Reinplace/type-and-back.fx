# What functionalization makes of a.ge_(b): an answer, and that as numbers.
# RUN: fx-opt %s '--passes=reinplace<inference>' --verify-each --split-input-file 2>/dev/null | FileCheck %s
# CHECK: call_function[target=torch.ops.aten.ge_.Tensor](args = (%a, %x)
# CHECK-NEXT: return %a
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.ops.aten.ge.Tensor](args = (%a, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.bool, "stride": (2, 1)}}
  %c : = call_function[target=torch.ops.aten._to_copy.default](args = (%b,), kwargs = {dtype: torch.float32}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %c

# -----

# The answer is used too.
# CHECK: target=torch.ops.aten.ge.Tensor]
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.ops.aten.ge.Tensor](args = (%a, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.bool, "stride": (2, 1)}}
  %c : = call_function[target=torch.ops.aten._to_copy.default](args = (%b,), kwargs = {dtype: torch.float32}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return (%b, %c)
