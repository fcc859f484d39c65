// torch.fx's CSEPass merges neg(x) before and after relu_(x).
// RUN: fx-opt %s --passes=cse | FileCheck %s

// CHECK: %before : {{.*}}torch.neg
// CHECK: relu_
// CHECK: %after : {{.*}}torch.neg
// CHECK-NOT: torch.neg
graph():
    %x : [num_users=4] = placeholder[target=x]
    %before : [num_users=1] = call_function[target=torch.neg](args = (%x,), kwargs = {})
    %relu_ : [num_users=0] = call_method[target=relu_](args = (%x,), kwargs = {})
    %after : [num_users=1] = call_function[target=torch.neg](args = (%x,), kwargs = {})
    %again : [num_users=1] = call_function[target=torch.neg](args = (%x,), kwargs = {})
    %s : [num_users=1] = call_function[target=operator.sub](args = (%before, %after), kwargs = {})
    %t : [num_users=1] = call_function[target=operator.sub](args = (%s, %again), kwargs = {})
    return %t
