// What does not count, what may be alone, and branches that nothing connects.
// RUN: fx-opt %s --passes='partition<ops=torch.neg|torch.t>' 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: fx-opt %s --passes='partition<ops=torch.neg|torch.t;non-compute=torch.t>' --verify-each 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: fx-opt %s --passes='partition<ops=torch.neg|torch.t;non-compute=torch.t;single-ops=torch.neg;connected>' --verify-each 2>&1 | FileCheck %s --check-prefix=ALONE

// ALL: remark: made 1 modules
// ALL: call_module[target=fused_0](args = (%x, %y)
// NONE-NOT: call_module
// ALONE: remark: made 1 modules
// ALONE: call_module[target=fused_0](args = (%x,)
module Net {
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %neg : [num_users=1] = call_function[target=torch.neg](args = (%x,), kwargs = {})
    %t : [num_users=1] = call_function[target=torch.t](args = (%y,), kwargs = {})
    return (%neg, %t)
