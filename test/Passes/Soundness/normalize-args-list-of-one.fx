// torch.zeros(4) takes the items of the list one by one, torch.zeros(size=4) is a TypeError.
// RUN: fx-opt %s --passes='normalize-args<keywords>' --verify-each | FileCheck %s

// CHECK: %a : {{.*}}call_function[target=torch.zeros](args = (4,), kwargs = {dtype: torch.float64})
// CHECK-NEXT: %n : {{.*}}call_method[target=numel](args = (%x,)
// CHECK-NEXT: %b : {{.*}}call_function[target=torch.ones](args = (%n,)
// CHECK-NEXT: %add : {{.*}}call_function[target=torch.add](args = (), kwargs = {input: %a, other: %b, alpha: 2})
// CHECK-NEXT: return %add
graph():
    %x : = placeholder[target=x]
    %a : = call_function[target=torch.zeros](args = (4,), kwargs = {dtype: torch.float64})
    %n : = call_method[target=numel](args = (%x,), kwargs = {})
    %b : = call_function[target=torch.ones](args = (%n,), kwargs = {})
    %add : = call_function[target=torch.add](args = (%a, %b), kwargs = {alpha: 2})
    return %add
