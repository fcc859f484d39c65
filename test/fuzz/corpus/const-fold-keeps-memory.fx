// torch.fx's const_fold makes torch.zeros a constant although it is written to: the second call
// returns 4 instead of 2.
// RUN: fx-opt %s --passes='fixpoint(const-fold,cse,dce)' | FileCheck %s

// CHECK: torch.zeros](args = (3,)
// CHECK: call_method[target=add_](args = (%zeros, 2)
graph():
    %three : [num_users=1] = call_function[target=operator.add](args = (1, 2), kwargs = {})
    %zeros : [num_users=1] = call_function[target=torch.zeros](args = (%three,), kwargs = {})
    %two : [num_users=1] = call_function[target=builtins.int](args = (2.0,), kwargs = {})
    %add_ : [num_users=1] = call_method[target=add_](args = (%zeros, %two), kwargs = {})
    return %add_
