// torch.fx's dead code elimination erases in-place operations whose own result is not used: on an
// input, on a view of it, and with out=.
// RUN: fx-opt %s --passes=dce | FileCheck %s

// CHECK: call_method[target=add_]
// CHECK: torch.relu_
// CHECK: operator.iadd
// CHECK: torch.add
// CHECK-NOT: torch.mul
graph():
    %x : [num_users=4] = placeholder[target=x]
    %y : [num_users=3] = placeholder[target=y]
    %add_ : [num_users=0] = call_method[target=add_](args = (%x, 1), kwargs = {})
    %relu_ : [num_users=0] = call_function[target=torch.relu_](args = (%y,), kwargs = {})
    %view : [num_users=1] = call_method[target=view](args = (%x, -1), kwargs = {})
    %iadd : [num_users=0] = call_function[target=operator.iadd](args = (%view, 1), kwargs = {})
    %out : [num_users=2] = call_function[target=torch.empty_like](args = (%x,), kwargs = {})
    %add : [num_users=0] = call_function[target=torch.add](args = (%x, %y), kwargs = {out: %out})
    // Nothing sees this memory.
    %unseen : [num_users=1] = call_function[target=torch.empty_like](args = (%x,), kwargs = {})
    %mul : [num_users=0] = call_function[target=torch.mul](args = (%y, 2), kwargs = {out: %unseen})
    return %out
