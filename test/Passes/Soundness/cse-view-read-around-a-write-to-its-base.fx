// Both sums read the view, and the write between them names another tensor: merged, the second would be the old sum.
// RUN: fx-opt %s --passes=cse --verify-each | FileCheck %s

// CHECK: %v : {{.*}}call_method[target=view](args = (%x, -1)
// CHECK-NEXT: %a : {{.*}}call_method[target=sum](args = (%v,)
// CHECK-NEXT: %setitem : {{.*}}call_function[target=operator.setitem](args = (%x, 0, 1)
// CHECK-NEXT: %b : {{.*}}call_method[target=sum](args = (%v,)
// CHECK-NEXT: %mul : {{.*}}call_function[target=operator.mul](args = (%b, %b)
// CHECK-NEXT: return (%a, %mul)
graph():
    %x : = placeholder[target=x]
    %v : = call_method[target=view](args = (%x, -1), kwargs = {})
    %a : = call_method[target=sum](args = (%v,), kwargs = {})
    %setitem : = call_function[target=operator.setitem](args = (%x, 0, 1), kwargs = {})
    %b : = call_method[target=sum](args = (%v,), kwargs = {})
    %c : = call_method[target=sum](args = (%v,), kwargs = {})
    %mul : = call_function[target=operator.mul](args = (%b, %c), kwargs = {})
    return (%a, %mul)
