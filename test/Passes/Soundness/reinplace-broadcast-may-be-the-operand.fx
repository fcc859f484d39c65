// broadcast_tensors of equal shapes gives its operands: the product is not the only reader of this memory.
// RUN: fx-opt %s --passes='shape-prop,reinplace<inference>' --verify-each | FileCheck %s

// CHECK: %a : {{.*}}call_function[target=operator.mul](args = (%x, 2)
// CHECK-NEXT: %g : {{.*}}call_function[target=torch.broadcast_tensors](args = (%a, %x)
// CHECK-NEXT: %getitem : {{.*}}call_function[target=operator.getitem](args = (%g, 0)
// CHECK-NEXT: %b : {{.*}}call_function[target=operator.mul](args = (%getitem, 3)
// CHECK-NEXT: %sum_1 : {{.*}}call_method[target=sum](args = (%a,)
// CHECK-NEXT: return (%b, %sum_1)
graph():
    %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (4, 6), "dtype": torch.float32, "stride": (6, 1)}}
    %a : = call_function[target=operator.mul](args = (%x, 2), kwargs = {})
    %g : = call_function[target=torch.broadcast_tensors](args = (%a, %x), kwargs = {})
    %getitem : = call_function[target=operator.getitem](args = (%g, 0), kwargs = {})
    %b : = call_function[target=operator.mul](args = (%getitem, 3), kwargs = {})
    %sum_1 : = call_method[target=sum](args = (%a,), kwargs = {})
    return (%b, %sum_1)
