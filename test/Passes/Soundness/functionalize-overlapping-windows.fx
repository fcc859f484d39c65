// Windows that overlap share elements: what is made of them before the write does not have it.
// RUN: fx-opt %s --passes=functionalize --verify-each | FileCheck %s

// CHECK: %a : {{.*}}call_function[target=operator.mul](args = (%x, 2)
// CHECK-NEXT: %add : {{.*}}call_method[target=add](args = (%a, 1)
// CHECK-NEXT: %w_1 : {{.*}}call_method[target=unfold](args = (%add, 0, 4, 2)
// CHECK-NEXT: %sum_1 : {{.*}}call_method[target=sum](args = (%w_1, 1)
// CHECK-NEXT: return %sum_1
graph():
    %x : = placeholder[target=x]
    %a : = call_function[target=operator.mul](args = (%x, 2), kwargs = {})
    %w : = call_method[target=unfold](args = (%a, 0, 4, 2), kwargs = {})
    %add_ : = call_method[target=add_](args = (%a, 1), kwargs = {})
    %sum_1 : = call_method[target=sum](args = (%w, 1), kwargs = {})
    return %sum_1
