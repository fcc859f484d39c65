# functionalize in front makes of a written input new tensors, which are cast again: the input gets its last value in its
# own type.
# REQUIRES: libtorch
# RUN: fx-opt %s '--passes=shape-prop<x=2x2>,functionalize,mixed-precision' --verify-each 2>&1 | FileCheck %s
graph():
  %x : = placeholder[target=x]
  %one : = call_function[target=torch.matmul](args = (%x, %x), kwargs = {})
  %add_ : = call_method[target=add_](args = (%x, 1), kwargs = {})
  %two : = call_function[target=torch.matmul](args = (%x, %x), kwargs = {})
  return (%one, %two)
# CHECK: remark: mixed-precision: 2 calls with operands cast, 2 casts, 0 regions of autocast
# CHECK: %to : {{.*}}(args = (%x, torch.bfloat16)
# CHECK-NEXT: %one : {{.*}}(args = (%to, %to)
# CHECK-NEXT: %add : {{.*}}(args = (%x, 1)
# CHECK-NEXT: %to_1 : {{.*}}(args = (%add, torch.bfloat16)
# CHECK-NEXT: %two : {{.*}}(args = (%to_1, %to_1)
# CHECK-NEXT: {{.*}}call_method[target=copy_](args = (%x, %add)
