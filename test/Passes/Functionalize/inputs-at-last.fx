# An input gets its last value at the end, and what is returned of it is a view of the input as before. Another input may
# be the same memory: unless they are said to be distinct, nothing reads it behind the write.
# RUN: fx-opt %s --passes=functionalize --verify-each --split-input-file 2>/dev/null | FileCheck %s
# RUN: fx-opt %s '--passes=functionalize<distinct>' --verify-each --split-input-file | FileCheck %s --check-prefix=DISTINCT

# CHECK-LABEL: graph():
# CHECK: %add : {{.*}}call_method[target=add](args = (%x, 1)
# CHECK-NEXT: %sin : {{.*}}(args = (%add,)
# CHECK-NEXT: %copy_ : {{.*}}call_method[target=copy_](args = (%x, %add)
# CHECK-NEXT: %t_1 : {{.*}}call_method[target=t](args = (%x,)
# CHECK-NEXT: return (%sin, %x, %t_1)
# DISTINCT-LABEL: graph():
graph():
  %x : = placeholder[target=x]
  %t : = call_method[target=t](args = (%x,), kwargs = {})
  %a : = call_method[target=add_](args = (%x, 1), kwargs = {})
  %sin : = call_function[target=torch.sin](args = (%x,), kwargs = {})
  return (%sin, %a, %t)

# -----

# CHECK-LABEL: graph():
# CHECK: call_method[target=add_]
# DISTINCT-LABEL: graph():
# DISTINCT: %add : {{.*}}call_method[target=add](args = (%x, 1)
# DISTINCT-NEXT: %sin : {{.*}}(args = (%y,)
# DISTINCT-NEXT: %copy_ : {{.*}}(args = (%x, %add)
graph():
  %x : = placeholder[target=x]
  %y : = placeholder[target=y]
  %a : = call_method[target=add_](args = (%x, 1), kwargs = {})
  %sin : = call_function[target=torch.sin](args = (%y,), kwargs = {})
  return %sin
