// squeeze_ changes the tensor itself: who has it under another name sees two dimensions as well.
// RUN: fx-opt %s --passes=functionalize --verify-each | FileCheck %s

// CHECK: %a : {{.*}}call_function[target=operator.mul](args = (%x, 2)
// CHECK-NEXT: %s : {{.*}}call_method[target=squeeze_](args = (%a, 1)
// CHECK-NEXT: %t : {{.*}}call_method[target=sum](args = (%a, 1)
// CHECK-NEXT: return (%t, %s)
graph():
    %x : = placeholder[target=x]
    %a : = call_function[target=operator.mul](args = (%x, 2), kwargs = {})
    %s : = call_method[target=squeeze_](args = (%a, 1), kwargs = {})
    %t : = call_method[target=sum](args = (%a, 1), kwargs = {})
    return (%t, %s)
