// torch.fx's CSEPass bans nothing by default and merges two rand_like.
// RUN: fx-opt %s --passes=cse | FileCheck %s

// CHECK-COUNT-2: torch.rand_like
// CHECK-COUNT-1: torch.zeros_like
// CHECK-NOT: torch.zeros_like
graph():
    %x : [num_users=4] = placeholder[target=x]
    %a : [num_users=1] = call_function[target=torch.rand_like](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.rand_like](args = (%x,), kwargs = {})
    %c : [num_users=1] = call_function[target=torch.zeros_like](args = (%x,), kwargs = {})
    %d : [num_users=1] = call_function[target=torch.zeros_like](args = (%x,), kwargs = {})
    %s : [num_users=1] = call_function[target=operator.sub](args = (%a, %b), kwargs = {})
    %t : [num_users=1] = call_function[target=operator.sub](args = (%c, %d), kwargs = {})
    return (%s, %t)
