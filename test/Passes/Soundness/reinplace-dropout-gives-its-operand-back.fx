// The dropout of evaluation is its operand itself: written over, the sum behind would read the new values.
// RUN: fx-opt %s --passes='shape-prop,reinplace<inference>' --verify-each | FileCheck %s

// CHECK: %a : {{.*}}call_function[target=operator.mul](args = (%x, 2)
// CHECK-NEXT: %d : {{.*}}call_function[target=torch.nn.functional.dropout](args = (%a, 0.5, False)
// CHECK-NEXT: %b : {{.*}}call_function[target=operator.add](args = (%d, 1)
// CHECK-NEXT: %sum_1 : {{.*}}call_method[target=sum](args = (%a,)
// CHECK-NEXT: %mul : {{.*}}call_function[target=operator.mul](args = (%b, %sum_1)
// CHECK-NEXT: return %mul
graph():
    %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (4, 6), "dtype": torch.float32, "stride": (6, 1)}}
    %a : = call_function[target=operator.mul](args = (%x, 2), kwargs = {})
    %d : = call_function[target=torch.nn.functional.dropout](args = (%a, 0.5, False), kwargs = {})
    %b : = call_function[target=operator.add](args = (%d, 1), kwargs = {})
    %sum_1 : = call_method[target=sum](args = (%a,), kwargs = {})
    %mul : = call_function[target=operator.mul](args = (%b, %sum_1), kwargs = {})
    return %mul
