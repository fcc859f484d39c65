// Groups of supported calls become modules; a call that is not supported keeps them apart.
// RUN: fx-opt %s --passes='partition<ops=torch.relu|operator.add>' --verify-each 2>&1 | FileCheck %s

// CHECK: remark: made 2 modules
// CHECK: fused_0: graph fused_0
// CHECK: fused_1: graph fused_1
// CHECK: call_module[target=fused_0](args = (%x,)
// CHECK-NEXT: torch.neg
// CHECK-NEXT: call_module[target=fused_1](args = (%neg, %x)
module Net {
}
graph():
    %x : [num_users=3] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %add : [num_users=1] = call_function[target=operator.add](args = (%relu, %x), kwargs = {})
    %neg : [num_users=1] = call_function[target=torch.neg](args = (%add,), kwargs = {})
    %relu_1 : [num_users=1] = call_function[target=torch.relu](args = (%neg,), kwargs = {})
    %add_1 : [num_users=1] = call_function[target=operator.add](args = (%relu_1, %x), kwargs = {})
    return %add_1
