// cos reads what zero_ wrote, and sin what was there before: one module of both would compute one of them wrong.
// RUN: fx-opt %s --passes='partition<ops=torch.sin|torch.cos|torch.tan>' --verify-each | FileCheck %s

// CHECK: %fused_0 : {{.*}}call_module[target=fused_0](args = (%x,)
// CHECK-NEXT: %getitem : {{.*}}call_function[target=operator.getitem](args = (%fused_0, 0)
// CHECK-NEXT: %getitem_1 : {{.*}}call_function[target=operator.getitem](args = (%fused_0, 1)
// CHECK-NEXT: %zero_ : {{.*}}call_method[target=zero_](args = (%x,)
// CHECK-NEXT: %fused_1 : {{.*}}call_module[target=fused_1](args = (%x,)
// CHECK-NEXT: %add : {{.*}}call_function[target=operator.add](args = (%getitem, %getitem_1)
// CHECK-NEXT: return (%add, %fused_1)
graph():
    %x : = placeholder[target=x]
    %a : = call_function[target=torch.sin](args = (%x,), kwargs = {})
    %b : = call_function[target=torch.tan](args = (%x,), kwargs = {})
    %zero_ : = call_method[target=zero_](args = (%x,), kwargs = {})
    %c : = call_function[target=torch.cos](args = (%x,), kwargs = {})
    %d : = call_function[target=torch.tan](args = (%c,), kwargs = {})
    %add : = call_function[target=operator.add](args = (%a, %b), kwargs = {})
    return (%add, %d)
