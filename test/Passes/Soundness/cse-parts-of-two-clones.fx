// A part of each clone is returned: merged, a caller who writes to one would change the other.
// RUN: fx-opt %s --passes=cse --verify-each | FileCheck %s

// CHECK: %a : {{.*}}call_method[target=clone](args = (%x,)
// CHECK-NEXT: %b : {{.*}}call_method[target=clone](args = (%x,)
// CHECK-NEXT: %getitem : {{.*}}call_function[target=operator.getitem](args = (%a, 0)
// CHECK-NEXT: %getitem_1 : {{.*}}call_function[target=operator.getitem](args = (%b, 0)
// CHECK-NEXT: return (%getitem, %getitem_1)
graph():
    %x : = placeholder[target=x]
    %a : = call_method[target=clone](args = (%x,), kwargs = {})
    %b : = call_method[target=clone](args = (%x,), kwargs = {})
    %getitem : = call_function[target=operator.getitem](args = (%a, 0), kwargs = {})
    %getitem_1 : = call_function[target=operator.getitem](args = (%b, 0), kwargs = {})
    return (%getitem, %getitem_1)
