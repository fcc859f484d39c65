// t_() changes the sizes of the tensor that is there: merged, the second size(0) would be the first.
// RUN: fx-opt %s --passes=cse --verify-each | FileCheck %s

// CHECK: %a : {{.*}}call_function[target=operator.mul](args = (%x, 2)
// CHECK-NEXT: %n : {{.*}}call_method[target=size](args = (%a, 0)
// CHECK-NEXT: %t_ : {{.*}}call_method[target=t_](args = (%a,)
// CHECK-NEXT: %m : {{.*}}call_method[target=size](args = (%a, 0)
// CHECK-NEXT: %add : {{.*}}call_function[target=operator.add](args = (%m, %m)
// CHECK-NEXT: return (%n, %add)
graph():
    %x : = placeholder[target=x]
    %a : = call_function[target=operator.mul](args = (%x, 2), kwargs = {})
    %n : = call_method[target=size](args = (%a, 0), kwargs = {})
    %t_ : = call_method[target=t_](args = (%a,), kwargs = {})
    %m : = call_method[target=size](args = (%a, 0), kwargs = {})
    %again : = call_method[target=size](args = (%a, 0), kwargs = {})
    %add : = call_function[target=operator.add](args = (%m, %again), kwargs = {})
    return (%n, %add)
