# What is not known is told at its node, once: data decides the shape, the program's own function, an input without
# an example. What depends on it has no shape, and that is no error.
# RUN: fx-opt %s --print-meta '--passes=shape-prop<x=3x4>' 2>&1 | FileCheck %s --implicit-check-not=remark
graph():
  %x : = placeholder[target=x]
  # CHECK: [[@LINE+1]]:{{.*}}: remark: shape-prop has no example for the input 'y', and what is computed of it has no shape: shape-prop<y=...>
  %y : = placeholder[target=y]
  # CHECK: [[@LINE+1]]:{{.*}}: remark: the shape of 'found' is not known: it depends on what tensors hold, or it is nothing that LibTorch runs
  %found : = call_function[target=torch.nonzero](args = (%x,), kwargs = {})
  %behind : = call_function[target=torch.neg](args = (%found,), kwargs = {})
  # CHECK: [[@LINE+1]]:{{.*}}: remark: the shape of 'own' is not known
  %own : = call_function[target=zoo.crop](args = (%x,), kwargs = {})
  %added : = call_function[target=torch.add](args = (%x, %y), kwargs = {})
  %relu : = call_function[target=torch.relu](args = (%x,), kwargs = {})
  return (%behind, %own, %added, %relu)
# CHECK: %found : {{[^:]*$}}
# CHECK: %behind : {{[^:]*$}}
# CHECK: %own : {{[^:]*$}}
# CHECK: %added : {{[^:]*$}}
# CHECK: %relu : {{.*}}tensor_meta: {"shape": (3, 4)
