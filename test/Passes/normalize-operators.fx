# Calls of operators that have a sign in Python become these, and say no less than before.
# RUN: fx-opt %s --passes=normalize-operators --print-meta --verify-each | FileCheck %s
# RUN: fx-opt %s --passes=normalize-operators,cse | FileCheck %s --check-prefix=CSE

# CHECK: %a : {{.*}}operator.add](args = (%x, %y), kwargs = {}) meta = {cpp_name: "sum"}
# CHECK: %b : {{.*}}call_function[target=operator.add](args = (%x, %y), kwargs = {})
# CHECK: %c : {{.*}}operator.add](args = (%x, %y), kwargs = {})
# CHECK: %d : {{.*}}torch.add](args = (%x, %y), kwargs = {alpha: 2})
# CHECK: %e : {{.*}}operator.truediv](args = (%x, 42), kwargs = {})
# CHECK: %f : {{.*}}torch.div](args = (%x, 42), kwargs = {rounding_mode: "floor"})
# CHECK: %g : {{.*}}operator.neg](args = (%x,), kwargs = {})
# CHECK: %h : {{.*}}operator.lt](args = (%x, %n), kwargs = {})
# CHECK: %i : {{.*}}torch.add](args = (%n, %x), kwargs = {})
# CHECK: %j : {{.*}}torch.ops.aten.add.Tensor]
# CHECK: %k : {{.*}}call_method[target=add_]
# CHECK: %l : {{.*}}torch.add](args = (%x, %y), kwargs = {out: %z})
# CSE-COUNT-1: operator.add](args = (%x, %y)
# CSE-NOT: operator.add](args = (%x, %y)
module Net {
}
graph():
    %x : torch.Tensor = placeholder[target=x]
    %y : torch.Tensor = placeholder[target=y]
    %z : torch.Tensor = placeholder[target=z]
    %n : int = placeholder[target=n]
    %a : = call_function[target=torch.add](args = (%x, %y), kwargs = {}) meta = {cpp_name: "sum"}
    %b : = call_method[target=add](args = (%x, %y), kwargs = {})
    %c : = call_function[target=torch.add](args = (), kwargs = {other: %y, alpha: 1, input: %x})
    %d : = call_function[target=torch.add](args = (%x, %y), kwargs = {alpha: 2})
    %e : = call_function[target=torch.div](args = (%x, 42), kwargs = {})
    %f : = call_function[target=torch.div](args = (%x, 42), kwargs = {rounding_mode: "floor"})
    %g : = call_method[target=neg](args = (%x,), kwargs = {})
    %h : = call_method[target=lt](args = (%x, %n), kwargs = {})
    %i : = call_function[target=torch.add](args = (%n, %x), kwargs = {})
    %j : = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %y), kwargs = {})
    %k : = call_method[target=add_](args = (%z, %y), kwargs = {})
    %l : = call_function[target=torch.add](args = (%x, %y), kwargs = {out: %z})
    %m : = call_function[target=torch.stack](args = ([%a, %b, %c],), kwargs = {})
    return (%m, %d, %e, %f, %g, %h, %i, %j, %k, %l)
