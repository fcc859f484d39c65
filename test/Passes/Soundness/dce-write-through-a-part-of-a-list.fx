// An element of what split gives is a view of the input, and the list is used for nothing else.
// RUN: fx-opt %s --passes=dce --verify-each | FileCheck %s

// CHECK: %p : {{.*}}call_method[target=split](args = (%x, 2)
// CHECK-NEXT: %q : {{.*}}call_function[target=operator.getitem](args = (%p, 1)
// CHECK-NEXT: %zero_ : {{.*}}call_method[target=zero_](args = (%q,)
// CHECK-NEXT: return 3
graph():
    %x : = placeholder[target=x]
    %p : = call_method[target=split](args = (%x, 2), kwargs = {})
    %q : = call_function[target=operator.getitem](args = (%p, 1), kwargs = {})
    %zero_ : = call_method[target=zero_](args = (%q,), kwargs = {})
    return 3
