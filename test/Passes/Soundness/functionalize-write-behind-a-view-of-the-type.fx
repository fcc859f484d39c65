// view(torch.int32) shows the same bytes as other numbers: the write has to be seen through it.
// RUN: fx-opt %s --passes=functionalize --verify-each | FileCheck %s

// CHECK: %a : {{.*}}call_function[target=operator.mul](args = (%x, 2)
// CHECK-NEXT: %add : {{.*}}call_method[target=add](args = (%a, 1)
// CHECK-NEXT: %c_1 : {{.*}}call_method[target=view](args = (%add, torch.int32)
// CHECK-NEXT: %b : {{.*}}call_function[target=operator.add](args = (%c_1, 1)
// CHECK-NEXT: return %b
graph():
    %x : = placeholder[target=x]
    %a : = call_function[target=operator.mul](args = (%x, 2), kwargs = {})
    %c : = call_method[target=view](args = (%a, torch.int32), kwargs = {})
    %add_ : = call_method[target=add_](args = (%a, 1), kwargs = {})
    %b : = call_function[target=operator.add](args = (%c, 1), kwargs = {})
    return %b
