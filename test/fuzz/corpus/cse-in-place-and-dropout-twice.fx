// torch.fx's CSEPass merges two x.add_(1), and two calls of a Dropout module.
// RUN: fx-opt %s --passes=cse | FileCheck %s

// CHECK-COUNT-2: call_method[target=add_]
// CHECK-COUNT-2: call_module[target=dropout]
module Net [training] {
  dropout: torch::nn::Dropout(p = 0.5)
}
graph():
    %x : [num_users=2] = placeholder[target=x]
    %a : [num_users=1] = call_method[target=add_](args = (%x, 1), kwargs = {})
    %b : [num_users=2] = call_method[target=add_](args = (%x, 1), kwargs = {})
    %c : [num_users=1] = call_module[target=dropout](args = (%b,), kwargs = {})
    %d : [num_users=1] = call_module[target=dropout](args = (%b,), kwargs = {})
    %s : [num_users=1] = call_function[target=operator.sub](args = (%c, %d), kwargs = {})
    %t : [num_users=1] = call_function[target=operator.sub](args = (%s, %a), kwargs = {})
    return %t
