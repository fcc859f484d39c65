// A file of patterns and replacements, tried one after the other; remarks say how often each was found.
// RUN: fx-opt %s --passes='replace-pattern<file=%S/Inputs/rules.fx>' --verify-each 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t

// REMARK: remark: replaced 2 matches of the pattern 'neg_relu'
// REMARK: remark: replaced 0 matches of the pattern 'sum'
// CHECK-COUNT-2: call_function[target=torch.nn.functional.gelu]
// CHECK-NOT: neg
graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=1] = call_method[target=neg](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.relu](args = (%a,), kwargs = {})
    %c : [num_users=1] = call_method[target=neg](args = (%b,), kwargs = {})
    %d : [num_users=1] = call_function[target=torch.relu](args = (%c,), kwargs = {})
    return %d
