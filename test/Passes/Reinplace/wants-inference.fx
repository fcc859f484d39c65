# Gradients may need what would be overwritten: who asks for none says so.
# RUN: not fx-opt %s --passes=reinplace 2>&1 | FileCheck %s
# CHECK: error: backward may need what reinplace overwrites: reinplace<inference>, where no gradient is asked [reinplace-for-inference]
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %a
