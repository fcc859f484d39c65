// contiguous, float and reshape give the input itself where nothing is to do: the write is one to the input.
// RUN: fx-opt %s --passes=dce --verify-each | FileCheck %s

// CHECK: %contiguous : {{.*}}call_method[target=contiguous](args = (%x,)
// CHECK-NEXT: %float_1 : {{.*}}call_method[target=float](args = (%contiguous,)
// CHECK-NEXT: %a : {{.*}}call_method[target=reshape](args = (%float_1, -1)
// CHECK-NEXT: %zero_ : {{.*}}call_method[target=zero_](args = (%a,)
// CHECK-NEXT: return None
graph():
    %x : = placeholder[target=x]
    %contiguous : = call_method[target=contiguous](args = (%x,), kwargs = {})
    %float_1 : = call_method[target=float](args = (%contiguous,), kwargs = {})
    %a : = call_method[target=reshape](args = (%float_1, -1), kwargs = {})
    %zero_ : = call_method[target=zero_](args = (%a,), kwargs = {})
    return None
