// set_ makes one tensor share the memory of another: the write is seen in both.
// RUN: fx-opt %s --passes=functionalize --verify-each | FileCheck %s

// CHECK: %a : {{.*}}call_function[target=operator.mul](args = (%x, 2)
// CHECK-NEXT: %b : {{.*}}call_function[target=operator.mul](args = (%x, 3)
// CHECK-NEXT: %set_ : {{.*}}call_method[target=set_](args = (%a, %b)
// CHECK-NEXT: %add_ : {{.*}}call_method[target=add_](args = (%a, 1)
// CHECK-NEXT: return (%a, %b)
graph():
    %x : = placeholder[target=x]
    %a : = call_function[target=operator.mul](args = (%x, 2), kwargs = {})
    %b : = call_function[target=operator.mul](args = (%x, 3), kwargs = {})
    %set_ : = call_method[target=set_](args = (%a, %b), kwargs = {})
    %add_ : = call_method[target=add_](args = (%a, 1), kwargs = {})
    return (%a, %b)
