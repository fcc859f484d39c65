// Nothing reads the random numbers, but without the call the next ones would be others.
// RUN: fx-opt %s --passes=dce --verify-each | FileCheck %s

// CHECK: %a : {{.*}}call_function[target=torch.empty](args = (4,)
// CHECK-NEXT: %uniform_ : {{.*}}call_method[target=uniform_](args = (%a,)
// CHECK-NEXT: %zero_ : {{.*}}call_method[target=zero_](args = (%a,)
// CHECK-NEXT: %rand : {{.*}}call_function[target=torch.rand](args = (4,)
// CHECK-NEXT: return %rand
graph():
    %x : = placeholder[target=x]
    %a : = call_function[target=torch.empty](args = (4,), kwargs = {})
    %uniform_ : = call_method[target=uniform_](args = (%a,), kwargs = {})
    %zero_ : = call_method[target=zero_](args = (%a,), kwargs = {})
    %rand : = call_function[target=torch.rand](args = (4,), kwargs = {})
    return %rand
