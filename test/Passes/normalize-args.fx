// Operands in the order of the schema, defaults left out; with `keywords` by name. Types and meta stay.
// RUN: fx-opt %s --passes=normalize-args --print-meta | FileCheck %s
// RUN: fx-opt %s --passes='normalize-args<keywords;keep-defaults>' | FileCheck %s --check-prefix=NAMES

// CHECK: %a : torch.Tensor {{.*}}torch.add](args = (%x, 1), kwargs = {alpha: 2}) meta = {cpp_name: "sum"}
// CHECK: torch.sum](args = (%a, 1), kwargs = {})
// CHECK: torch.ops.aten.add.Tensor](args = (%b, %x), kwargs = {})
// CHECK: call_method[target=flatten](args = (%c, 1), kwargs = {})
// CHECK: mylib::f](args = (1,), kwargs = {b: 2})
// NAMES: torch.add](args = (), kwargs = {input: %x, other: 1, alpha: 2})
// NAMES: torch.sum](args = (), kwargs = {input: %a, dim: 1, keepdim: False})
// NAMES: torch.ops.aten.add.Tensor](args = (), kwargs = {self: %b, other: %x})
// NAMES: call_method[target=flatten](args = (%c, 1, -1), kwargs = {})
graph():
    %x : [num_users=2] = placeholder[target=x]
    %a : torch.Tensor [num_users=1] = call_function[target=torch.add](args = (%x,), kwargs = {alpha: 2, other: 1}) meta = {cpp_name: "sum"}
    %b : [num_users=1] = call_function[target=torch.sum](args = (%a,), kwargs = {keepdim: False, dim: 1})
    %c : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%b,), kwargs = {other: %x})
    %d : [num_users=1] = call_method[target=flatten](args = (%c, 1, -1), kwargs = {})
    %e : [num_users=1] = call_function[target=mylib::f](args = (1,), kwargs = {b: 2})
    return (%d, %e)
