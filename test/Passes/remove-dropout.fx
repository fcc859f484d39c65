// Dropout and Identity go in evaluation, with functions that do not train; the graph of training keeps them.
// RUN: fx-opt %s --passes=remove-dropout --verify-each | FileCheck %s
// CHECK: {{^}}graph():
// CHECK-NEXT: %x : {{.*}} = placeholder[target=x]
// CHECK-NEXT: %h : {{.*}} = call_function[target=torch.nn.functional.dropout](args = (%x,), kwargs = {p: 0.5, training: True, inplace: False})
// CHECK-NEXT: return %h
// CHECK: training graph():
// CHECK: call_module[target=drop]
// CHECK: call_module[target=same]
module Net {
  drop: torch::nn::Dropout()
  same: torch::nn::Identity()
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=1] = call_module[target=drop](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_module[target=same](args = (%a,), kwargs = {})
    %c : [num_users=1] = call_function[target=torch.nn.functional.dropout](args = (%b,), kwargs = {p: 0.5, training: False, inplace: False})
    %h : [num_users=1] = call_function[target=torch.nn.functional.dropout](args = (%c,), kwargs = {p: 0.5, training: True, inplace: False})
    return %h
