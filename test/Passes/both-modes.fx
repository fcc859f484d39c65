// A graph that holds in both modes keeps what training does: two calls of a Dropout or a BatchNorm are
// not merged, unused ones are not erased. A graph of evaluation alone may lose them, the one beside a
// training graph too.
// RUN: fx-opt %s --passes=cse,dce --verify-each --split-input-file | FileCheck %s

// CHECK-LABEL: module Both
// CHECK-COUNT-3: call_module[target=norm]
// CHECK-COUNT-2: call_module[target=dropout]
// CHECK-COUNT-1: call_module[target=fc]
// CHECK-NOT: call_module
module Both {
  norm: torch::nn::BatchNorm1d(num_features = 3)
  dropout: torch::nn::Dropout(p = 0.5)
  fc: torch::nn::Linear(in_features = 3, out_features = 3)
}
graph():
    %x : [num_users=6] = placeholder[target=x]
    %a : [num_users=1] = call_module[target=norm](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_module[target=norm](args = (%x,), kwargs = {})
    %unused : [num_users=0] = call_module[target=norm](args = (%x,), kwargs = {})
    %c : [num_users=1] = call_module[target=dropout](args = (%a,), kwargs = {})
    %d : [num_users=1] = call_module[target=dropout](args = (%a,), kwargs = {})
    %e : [num_users=1] = call_module[target=fc](args = (%x,), kwargs = {})
    %f : [num_users=1] = call_module[target=fc](args = (%x,), kwargs = {})
    %g : [num_users=1] = call_function[target=operator.sub](args = (%e, %f), kwargs = {})
    return (%b, %c, %d, %g)

// -----

// CHECK-LABEL: module Eval
// CHECK-COUNT-1: call_module[target=norm]
// CHECK-NOT: call_module
module Eval [eval] {
  norm: torch::nn::BatchNorm1d(num_features = 3)
}
graph():
    %x : [num_users=3] = placeholder[target=x]
    %a : [num_users=1] = call_module[target=norm](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_module[target=norm](args = (%x,), kwargs = {})
    %unused : [num_users=0] = call_module[target=norm](args = (%x,), kwargs = {})
    %s : [num_users=1] = call_function[target=operator.add](args = (%a, %b), kwargs = {})
    return %s

// -----

// CHECK-LABEL: module Two
// CHECK: {{^}}graph():
// CHECK-COUNT-1: call_module[target=norm]
// CHECK-NOT: call_module
// CHECK: {{^}}training graph():
// CHECK-COUNT-3: call_module[target=norm]
// CHECK-COUNT-1: call_function[target=torch.relu]
// CHECK-NOT: torch.relu
module Two {
  norm: torch::nn::BatchNorm1d(num_features = 3)
}
graph():
    %x : [num_users=3] = placeholder[target=x]
    %a : [num_users=1] = call_module[target=norm](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_module[target=norm](args = (%x,), kwargs = {})
    %unused : [num_users=0] = call_module[target=norm](args = (%x,), kwargs = {})
    %s : [num_users=1] = call_function[target=operator.add](args = (%a, %b), kwargs = {})
    return %s
training graph():
    %x : [num_users=3] = placeholder[target=x]
    %a : [num_users=2] = call_module[target=norm](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_module[target=norm](args = (%x,), kwargs = {})
    %unused : [num_users=0] = call_module[target=norm](args = (%x,), kwargs = {})
    %r : [num_users=1] = call_function[target=torch.relu](args = (%a,), kwargs = {})
    %q : [num_users=1] = call_function[target=torch.relu](args = (%a,), kwargs = {})
    %s : [num_users=1] = call_function[target=operator.add](args = (%r, %q), kwargs = {})
    %t : [num_users=1] = call_function[target=operator.add](args = (%s, %b), kwargs = {})
    return %t
