# An overload's own __call__ has a parameter `self`, before PyTorch 2.0: operands up to that name are given by position.
# RUN: fx-opt %s '--passes=normalize-args<keywords>' --emit=python | FileCheck %s
# CHECK: torch.ops.aten.slice_scatter.default(x, src = y, start = 0, end = 1)
# CHECK: torch.ops.aten.where.self(mask, x, other = y)
# CHECK: torch.ops.aten.arange.default(end = 3)
graph():
  %x : = placeholder[target=x]
  %y : = placeholder[target=y]
  %mask : = placeholder[target=mask]
  %put : = call_function[target=torch.ops.aten.slice_scatter.default](args = (%x, %y, 0, 0, 1), kwargs = {})
  %chosen : = call_function[target=torch.ops.aten.where.self](args = (%mask, %x, %y), kwargs = {})
  %numbers : = call_function[target=torch.ops.aten.arange.default](args = (3,), kwargs = {})
  return (%put, %chosen, %numbers)
