// torch.fx 1.13's CSEPass fails on slices: they cannot be hashed.
// RUN: fx-opt %s --passes=cse | FileCheck %s

// CHECK-COUNT-2: operator.getitem
// CHECK-NOT: operator.getitem
graph():
    %x : [num_users=3] = placeholder[target=x]
    %a : [num_users=1] = call_function[target=operator.getitem](args = (%x, (slice(None, 2, None), 0)), kwargs = {})
    %b : [num_users=1] = call_function[target=operator.getitem](args = (%x, (slice(None, 2, None), 0)), kwargs = {})
    %c : [num_users=1] = call_function[target=operator.getitem](args = (%x, (slice(None, 3, None), 0)), kwargs = {})
    %s : [num_users=1] = call_function[target=operator.sub](args = (%a, %b), kwargs = {})
    %t : [num_users=1] = call_function[target=operator.matmul](args = (%s, %c), kwargs = {})
    return %t
