// The text form holds the graph of training beside the one of evaluation, the one mode that was asked
// for, and buffers that are not saved; it reads back what it prints.
// RUN: fx-opt %s -o %t
// RUN: fx-opt %t | diff %t -
// RUN: FileCheck %s < %t

// CHECK: module Net {
// CHECK-NEXT: buffer cache = %zeros {persistent = False}
// CHECK-NEXT: buffer scale = %zeros {requires_grad = True, persistent = False}
module Net {
  buffer cache = %zeros {persistent = False}
  buffer scale = %zeros {persistent = False, requires_grad = True}
}
init():
    %zeros : [num_users=0] = call_function[target=torch.zeros](args = (3,), kwargs = {})
// CHECK: graph():
// CHECK-NEXT: %x : [num_users=1] = placeholder[target=x]
// CHECK-NEXT: return %x
graph():
    %x : [num_users=1] = placeholder[target=x]
    return %x
// CHECK-NEXT: training graph():
// CHECK-NEXT: %x : [num_users=1] = placeholder[target=x]
// CHECK-NEXT: %relu : [num_users=1] = call_function[target=torch.relu]
training graph():
    %x : [num_users=1] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    return %relu
// CHECK: module Eval [eval] {
module Eval [eval] {
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    return %x
// CHECK: module Train [training] {
module Train [training] {
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    return %x
