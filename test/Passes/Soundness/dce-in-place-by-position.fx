// hardtanh's fourth operand is inplace: nothing in its name says that it writes.
// RUN: fx-opt %s --passes=dce --verify-each | FileCheck %s

// CHECK: %hardtanh : {{.*}}call_function[target=torch.nn.functional.hardtanh](args = (%x, -1.0, 1.0, True)
// CHECK-NEXT: %relu : {{.*}}call_function[target=torch.nn.functional.relu](args = (%x, True)
// CHECK-NEXT: return None
graph():
    %x : = placeholder[target=x]
    %hardtanh : = call_function[target=torch.nn.functional.hardtanh](args = (%x, -1.0, 1.0, True), kwargs = {})
    %relu : = call_function[target=torch.nn.functional.relu](args = (%x, True), kwargs = {})
    return None
