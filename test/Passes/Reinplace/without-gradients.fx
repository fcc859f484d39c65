# That gradients are off does not matter to a pass that wants to know that nobody asks for them.
# RUN: fx-opt %s '--passes=reinplace<inference>' --verify-each | FileCheck %s
# CHECK: target=add_](args = (%a, 1)
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %no_grad : = call_function[target=torch.no_grad](args = (), kwargs = {})
  %enter : = call_method[target=__enter__](args = (%no_grad,), kwargs = {})
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.add](args = (%a, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %exit_1 : = call_method[target=__exit__](args = (%no_grad, None, None, None), kwargs = {})
  return %b
