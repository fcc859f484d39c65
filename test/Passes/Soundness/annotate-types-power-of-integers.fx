// 2 ** -1 is a float, and (-8.0) ** 0.5 complex: two integers do not say the type of a power.
// RUN: fx-opt %s --passes=annotate-types --verify-each | FileCheck %s

// CHECK: %n : int {{.*}}call_method[target=numel](args = (%x,)
// CHECK-NEXT: %a : [num_users={{[0-9]+}}] = call_function[target=operator.pow](args = (2, %n)
// CHECK-NEXT: %b : int {{.*}}call_function[target=operator.pow](args = (%n, 2)
// CHECK-NEXT: %c : int {{.*}}call_function[target=operator.add](args = (%n, 2)
// CHECK-NEXT: return (%a, %b, %c)
graph():
    %x : = placeholder[target=x]
    %n : = call_method[target=numel](args = (%x,), kwargs = {})
    %a : = call_function[target=operator.pow](args = (2, %n), kwargs = {})
    %b : = call_function[target=operator.pow](args = (%n, 2), kwargs = {})
    %c : = call_function[target=operator.add](args = (%n, 2), kwargs = {})
    return (%a, %b, %c)
