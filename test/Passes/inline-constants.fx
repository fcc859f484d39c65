// An input becomes a value, and what follows from it is computed; the input stays.
// RUN: fx-opt %s --passes='inline-constants<name=n;value=3>,const-fold' | FileCheck %s
// RUN: not fx-opt %s --passes='inline-constants<name=m;value=3>' 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not fx-opt %s --passes='inline-constants<name=n;value=(3>' 2>&1 | FileCheck %s --check-prefix=VALUE

// CHECK: %n : [num_users=0] = placeholder[target=n]
// CHECK-NOT: operator.mul
// CHECK: call_method[target=view](args = (%x, 6, -1), kwargs = {})
// NAME: error: the graph has no input 'm'
// NAME: note: its inputs: x, n
// VALUE: error: --passes: inline-constants: the value cannot be read
graph():
    %x : [num_users=1] = placeholder[target=x]
    %n : [num_users=1] = placeholder[target=n]
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%n, 2), kwargs = {})
    %view : [num_users=1] = call_method[target=view](args = (%x, %mul, -1), kwargs = {})
    return %view
