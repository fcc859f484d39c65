# The clone that functionalize makes for backward goes, where the call may write to what was cloned; where that is read
# again, or changes in between, it stays.
# RUN: fx-opt %s '--passes=shape-prop<x=4x6>,reinplace<inference>' --verify-each --split-input-file 2>/dev/null | FileCheck %s
# REQUIRES: libtorch

# CHECK-LABEL: graph():
# CHECK-NEXT: %x : {{.*}}placeholder
# CHECK-NEXT: %sin : {{.*}}call_method[target=sin_](args = (%x,)
# CHECK-NEXT: %tanh : {{.*}}call_method[target=tanh](args = (%x,)
# CHECK-NEXT: return %tanh
graph():
  %x : = placeholder[target=x]
  %clone : = call_method[target=clone](args = (%x,), kwargs = {})
  %sin : = call_method[target=sin](args = (%clone,), kwargs = {})
  %tanh : = call_method[target=tanh](args = (%sin,), kwargs = {})
  %copy_ : = call_method[target=copy_](args = (%x, %sin), kwargs = {})
  return %tanh

# -----

# Of a part.
# CHECK-LABEL: graph():
# CHECK-NEXT: %x : {{.*}}placeholder
# CHECK-NEXT: %select : {{.*}}call_method[target=select](args = (%x, 0, 1)
# CHECK-NEXT: %sin : {{.*}}call_method[target=sin_](args = (%select,)
# CHECK-NEXT: %tanh : {{.*}}call_method[target=tanh](args = (%x,)
# CHECK-NEXT: return %tanh
graph():
  %x : = placeholder[target=x]
  %select : = call_method[target=select](args = (%x, 0, 1), kwargs = {})
  %clone : = call_method[target=clone](args = (%select,), kwargs = {})
  %sin : = call_method[target=sin](args = (%clone,), kwargs = {})
  %put : = call_function[target=torch.ops.aten.select_scatter.default](args = (%x, %sin, 0, 1), kwargs = {})
  %tanh : = call_method[target=tanh](args = (%put,), kwargs = {})
  %copy_ : = call_method[target=copy_](args = (%x, %put), kwargs = {})
  return %tanh

# -----

# It is read again.
# CHECK-LABEL: graph():
# CHECK: %clone : {{.*}}call_method[target=clone](args = (%x,)
# CHECK-NEXT: %sin : {{.*}}call_method[target=sin_](args = (%clone,)
graph():
  %x : = placeholder[target=x]
  %clone : = call_method[target=clone](args = (%x,), kwargs = {})
  %sin : = call_method[target=sin](args = (%clone,), kwargs = {})
  %tanh : = call_method[target=tanh](args = (%x,), kwargs = {})
  %copy_ : = call_method[target=copy_](args = (%x, %sin), kwargs = {})
  return %tanh

# -----

# Something is written in between, by the program.
# CHECK-LABEL: graph():
# CHECK: %clone : {{.*}}call_method[target=clone](args = (%relu,)
# CHECK: call_method[target=add_](args = (%relu, 1)
# CHECK: %sin : {{.*}}call_method[target=sin_](args = (%clone,)
graph():
  %x : = placeholder[target=x]
  %relu : = call_method[target=relu](args = (%x,), kwargs = {})
  %clone : = call_method[target=clone](args = (%relu,), kwargs = {})
  %add_ : = call_method[target=add_](args = (%relu, 1), kwargs = {})
  %sin : = call_method[target=sin](args = (%clone,), kwargs = {})
  return %sin

# -----

# Or by the pass.
# CHECK-LABEL: graph():
# CHECK: %clone : {{.*}}call_method[target=clone](args = (%relu,)
# CHECK: call_method[target=tanh_](args = (%relu,)
# CHECK: %sin : {{.*}}call_method[target=sin_](args = (%clone,)
graph():
  %x : = placeholder[target=x]
  %relu : = call_method[target=relu](args = (%x,), kwargs = {})
  %clone : = call_method[target=clone](args = (%relu,), kwargs = {})
  %tanh : = call_method[target=tanh](args = (%relu,), kwargs = {})
  %sin : = call_method[target=sin](args = (%clone,), kwargs = {})
  return (%sin, %tanh)
