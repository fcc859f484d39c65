// A dropout that drops nothing gives its operand back, so that the write is one to the input.
// RUN: fx-opt %s --passes=dce --verify-each | FileCheck %s

// CHECK: %a : {{.*}}call_function[target=torch.nn.functional.dropout](args = (%x, 0.5, False)
// CHECK-NEXT: %zero_ : {{.*}}call_method[target=zero_](args = (%a,)
// CHECK-NEXT: return None
graph():
    %x : = placeholder[target=x]
    %a : = call_function[target=torch.nn.functional.dropout](args = (%x, 0.5, False), kwargs = {})
    %zero_ : = call_method[target=zero_](args = (%a,), kwargs = {})
    return None
