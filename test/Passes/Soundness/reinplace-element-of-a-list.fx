// The part is a view of what is summed behind it: written over, the sum would have the new values.
// RUN: fx-opt %s --passes='shape-prop,reinplace<inference>' --verify-each | FileCheck %s

// CHECK: %a : {{.*}}call_function[target=operator.mul](args = (%x, 2)
// CHECK-NEXT: %p : {{.*}}call_method[target=chunk](args = (%a, 2)
// CHECK-NEXT: %getitem : {{.*}}call_function[target=operator.getitem](args = (%p, 0)
// CHECK-NEXT: %b : {{.*}}call_function[target=operator.add](args = (%getitem, 1)
// CHECK-NEXT: %sum_1 : {{.*}}call_method[target=sum](args = (%a,)
// CHECK-NEXT: return (%b, %sum_1)
graph():
    %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (4, 6), "dtype": torch.float32, "stride": (6, 1)}}
    %a : = call_function[target=operator.mul](args = (%x, 2), kwargs = {})
    %p : = call_method[target=chunk](args = (%a, 2), kwargs = {})
    %getitem : = call_function[target=operator.getitem](args = (%p, 0), kwargs = {})
    %b : = call_function[target=operator.add](args = (%getitem, 1), kwargs = {})
    %sum_1 : = call_method[target=sum](args = (%a,), kwargs = {})
    return (%b, %sum_1)
