// Python's arithmetic on literals, as CPython has it; what would raise is left for the run to raise.
// RUN: fx-opt %s --passes='fixpoint(const-fold)' --split-input-file | FileCheck %s

// CHECK: return (-2, 2, -1, 0.5, 1024, True, %x, 3, "ab", (1, 2), 7, 1.0, (2, %x), True, False, None)
graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=1] = call_function[target=operator.floordiv](args = (-3, 2), kwargs = {})
    %b : [num_users=1] = call_function[target=operator.mod](args = (-1, 3), kwargs = {})
    %c : [num_users=1] = call_function[target=operator.neg](args = (True,), kwargs = {})
    %d : [num_users=1] = call_function[target=operator.truediv](args = (1, 2), kwargs = {})
    %e : [num_users=1] = call_function[target=operator.pow](args = (2, 10), kwargs = {})
    %f : [num_users=1] = call_function[target=operator.eq](args = (1, 1.0), kwargs = {})
    %g : [num_users=1] = call_function[target=operator.getitem](args = ((0, %x), -1), kwargs = {})
    %h : [num_users=1] = call_function[target=builtins.len](args = ([1, 2, 3],), kwargs = {})
    %i : [num_users=1] = call_function[target=operator.add](args = ("a", "b"), kwargs = {})
    %j : [num_users=1] = call_function[target=operator.add](args = ((1,), (2,)), kwargs = {})
    %k : [num_users=1] = call_function[target=builtins.max](args = (3, 7, 5), kwargs = {})
    %l : [num_users=1] = call_function[target=builtins.float](args = (1,), kwargs = {})
    %m : [num_users=1] = call_function[target=operator.getitem](args = ((1, 2, 3, %x), slice(-3, None, 2)), kwargs = {})
    %n : [num_users=1] = call_function[target=operator.eq](args = ((1, 2), (1, 2.0)), kwargs = {})
    %o : [num_users=1] = call_function[target=operator.ge](args = ((1, 2), (1, 2, 0)), kwargs = {})
    return (%a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k, %l, %m, %n, %o, None)

// -----

// CHECK: operator.floordiv](args = (1, 0)
// CHECK: operator.getitem](args = ((1, 2), 5)
// CHECK: operator.mul](args = (9223372036854775807, 2)
// CHECK: operator.add](args = (1, "a")
graph():
    %a : [num_users=1] = call_function[target=operator.floordiv](args = (1, 0), kwargs = {})
    %b : [num_users=1] = call_function[target=operator.getitem](args = ((1, 2), 5), kwargs = {})
    %c : [num_users=1] = call_function[target=operator.mul](args = (9223372036854775807, 2), kwargs = {})
    %d : [num_users=1] = call_function[target=operator.add](args = (1, "a"), kwargs = {})
    return (%a, %b, %c, %d)
