// torch.fx prints (-1) ** x as -1 ** x, which is -(1 ** x).
// RUN: fx-opt %s --emit=python | FileCheck %s

// CHECK: operator.pow(-1, x)
module Net {
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %pow_1 : [num_users=1] = call_function[target=operator.pow](args = (-1, %x), kwargs = {})
    return %pow_1
