// torch.fx's const_fold computes torch.rand once and for all.
// RUN: fx-opt %s --passes='fixpoint(const-fold,cse,dce)' | FileCheck %s

// CHECK: torch.rand](args = (6,)
graph():
    %x : [num_users=1] = placeholder[target=x]
    %six : [num_users=1] = call_function[target=operator.mul](args = (2, 3), kwargs = {})
    %rand : [num_users=1] = call_function[target=torch.rand](args = (%six,), kwargs = {})
    %add : [num_users=1] = call_function[target=operator.add](args = (%x, %rand), kwargs = {})
    return %add
