// Two tensors of zeros are two: the write to a view of one must not be seen in the other.
// RUN: fx-opt %s --passes=cse --verify-each | FileCheck %s

// CHECK: %a : {{.*}}call_function[target=torch.zeros](args = (4,)
// CHECK-NEXT: %b : {{.*}}call_function[target=torch.zeros](args = (4,)
// CHECK-NEXT: %v : {{.*}}call_function[target=operator.getitem](args = (%a, 0)
// CHECK-NEXT: %add_ : {{.*}}call_method[target=add_](args = (%v, 1)
// CHECK-NEXT: %mul : {{.*}}call_function[target=operator.mul](args = (%a, 1)
// CHECK-NEXT: %mul_1 : {{.*}}call_function[target=operator.mul](args = (%b, 1)
// CHECK-NEXT: return (%mul, %mul_1)
graph():
    %x : = placeholder[target=x]
    %a : = call_function[target=torch.zeros](args = (4,), kwargs = {})
    %b : = call_function[target=torch.zeros](args = (4,), kwargs = {})
    %v : = call_function[target=operator.getitem](args = (%a, 0), kwargs = {})
    %add_ : = call_method[target=add_](args = (%v, 1), kwargs = {})
    %mul : = call_function[target=operator.mul](args = (%a, 1), kwargs = {})
    %mul_1 : = call_function[target=operator.mul](args = (%b, 1), kwargs = {})
    return (%mul, %mul_1)
