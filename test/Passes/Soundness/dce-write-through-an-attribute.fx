// x.T and x.data are views: the write is one to the input.
// RUN: fx-opt %s --passes=dce --verify-each | FileCheck %s

// CHECK: %t : {{.*}}call_function[target=builtins.getattr](args = (%x, "T")
// CHECK-NEXT: %add_ : {{.*}}call_method[target=add_](args = (%t, 1)
// CHECK-NEXT: %d : {{.*}}call_function[target=builtins.getattr](args = (%x, "data")
// CHECK-NEXT: %mul_ : {{.*}}call_method[target=mul_](args = (%d, 2)
// CHECK-NEXT: return None
graph():
    %x : = placeholder[target=x]
    %t : = call_function[target=builtins.getattr](args = (%x, "T"), kwargs = {})
    %add_ : = call_method[target=add_](args = (%t, 1), kwargs = {})
    %d : = call_function[target=builtins.getattr](args = (%x, "data"), kwargs = {})
    %mul_ : = call_method[target=mul_](args = (%d, 2), kwargs = {})
    return None
