# What draws random numbers has forms in place that draw others, and is not asked: nothing is said of it.
# RUN: fx-opt %s '--passes=reinplace<inference>' --verify-each 2>&1 | FileCheck %s --implicit-check-not='in place'
# CHECK: target=torch.bernoulli](args = (%a,)
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.bernoulli](args = (%a,), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %b
