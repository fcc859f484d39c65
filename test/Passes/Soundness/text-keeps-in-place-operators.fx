// What torch.fx pickles comes back with operator.add for operator.iadd. Our text keeps the operator,
// and Python generated from it writes to the memory.
// RUN: fx-opt %s | fx-opt | FileCheck %s
// RUN: fx-opt %s --emit=python | FileCheck %s --check-prefix=PYTHON

// CHECK: call_function[target=operator.iadd](args = (%x, 1), kwargs = {})
// PYTHON: x += 1;  iadd = x;
module Net {
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %iadd : [num_users=1] = call_function[target=operator.iadd](args = (%x, 1), kwargs = {})
    return %iadd
