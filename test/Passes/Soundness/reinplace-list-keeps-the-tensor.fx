// The list that is returned has the tensor in it: written over, the caller would get the new values in its place.
// RUN: fx-opt %s --passes='shape-prop,reinplace<inference>' --verify-each | FileCheck %s

// CHECK: %a : {{.*}}call_function[target=operator.mul](args = (%x, 2)
// CHECK-NEXT: %b : {{.*}}call_function[target=operator.add](args = (%a, 1)
// CHECK-NEXT: return ([%a], %b)
graph():
    %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (4, 6), "dtype": torch.float32, "stride": (6, 1)}}
    %a : = call_function[target=operator.mul](args = (%x, 2), kwargs = {})
    %b : = call_function[target=operator.add](args = (%a, 1), kwargs = {})
    return ([%a], %b)
