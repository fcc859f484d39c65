// 3.7 put into a row of integers is 3, and the tensor stays one of integers: full_like alone would make floats of it.
// RUN: fx-opt %s --passes=functionalize --verify-each | FileCheck %s

// CHECK: %a : {{.*}}call_function[target=torch.mul](args = (%x, 2)
// CHECK-NEXT: %v : {{.*}}call_function[target=operator.getitem](args = (%a, 0)
// CHECK-NEXT: %fill_scalar : {{.*}}call_function[target=torch.ops.aten.fill.Scalar](args = (%v, 3.7)
// CHECK-NEXT: %select_scatter_default : {{.*}}call_function[target=torch.ops.aten.select_scatter.default](args = (%a, %fill_scalar, 0, 0)
// CHECK-NEXT: %mul : {{.*}}call_method[target=mul](args = (%select_scatter_default, 3)
// CHECK-NEXT: return %mul
graph():
    %x : = placeholder[target=x]
    %a : = call_function[target=torch.mul](args = (%x, 2), kwargs = {})
    %v : = call_function[target=operator.getitem](args = (%a, 0), kwargs = {})
    %fill_ : = call_method[target=fill_](args = (%v, 3.7), kwargs = {})
    %mul_ : = call_method[target=mul_](args = (%a, 3), kwargs = {})
    return %a
