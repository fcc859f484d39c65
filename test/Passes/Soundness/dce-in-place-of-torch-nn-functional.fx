// Functions of torch.nn.functional write to their operand by name, by keyword and by position; erased, the input would keep its values.
// RUN: fx-opt %s --passes=dce --verify-each | FileCheck %s
// RUN: fx-opt %s --passes=dce | grep -c nn.functional | FileCheck %s --check-prefix=ALL

// ALL: 12
// CHECK: threshold](args = (%x, 0.5, 0.0, True)
// CHECK-NEXT: threshold](args = (%x, 0.5, 0.0), kwargs = {inplace: True})
// CHECK-NEXT: _threshold](args = (%x, 0.5, 0.0), kwargs = {inplace: True})
// CHECK-NOT: inplace: False
// CHECK: relu_](
graph():
    %x : = placeholder[target=x]
    %a : = call_function[target=torch.nn.functional.threshold](args = (%x, 0.5, 0.0, True), kwargs = {})
    %b : = call_function[target=torch.nn.functional.threshold](args = (%x, 0.5, 0.0), kwargs = {inplace: True})
    %c : = call_function[target=torch.nn.functional._threshold](args = (%x, 0.5, 0.0), kwargs = {inplace: True})
    %d : = call_function[target=torch.nn.functional.threshold](args = (%x, 0.5, 0.0), kwargs = {inplace: False})
    %e : = call_function[target=torch.nn.functional.relu_](args = (%x,), kwargs = {})
    %f : = call_function[target=torch.nn.functional.threshold_](args = (%x, 0.5, 0.0), kwargs = {})
    %g : = call_function[target=torch.nn.functional.elu_](args = (%x,), kwargs = {})
    %h : = call_function[target=torch.nn.functional.selu_](args = (%x,), kwargs = {})
    %i : = call_function[target=torch.nn.functional.celu_](args = (%x,), kwargs = {})
    %j : = call_function[target=torch.nn.functional.hardtanh_](args = (%x,), kwargs = {})
    %k : = call_function[target=torch.nn.functional.leaky_relu_](args = (%x,), kwargs = {})
    %l : = call_function[target=torch.nn.functional.rrelu_](args = (%x,), kwargs = {})
    %m : = call_function[target=torch.nn.functional.hardtanh](args = (%x, -1.0, 1.0, True), kwargs = {})
    return None
