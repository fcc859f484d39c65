// The copy in between has to be the value from before the first write.
// RUN: fx-opt %s --passes=functionalize --verify-each | FileCheck %s

// CHECK: %a : {{.*}}call_function[target=operator.mul](args = (%x, 2)
// CHECK-NEXT: %b : {{.*}}call_function[target=operator.mul](args = (%x, 3)
// CHECK-NEXT: %t : {{.*}}call_method[target=clone](args = (%a,)
// CHECK-NEXT: %copy_default : {{.*}}call_function[target=torch.ops.aten.copy.default](args = (%a, %b)
// CHECK-NEXT: %copy_default_1 : {{.*}}call_function[target=torch.ops.aten.copy.default](args = (%b, %t)
// CHECK-NEXT: return (%copy_default, %copy_default_1)
graph():
    %x : = placeholder[target=x]
    %a : = call_function[target=operator.mul](args = (%x, 2), kwargs = {})
    %b : = call_function[target=operator.mul](args = (%x, 3), kwargs = {})
    %t : = call_method[target=clone](args = (%a,), kwargs = {})
    %copy_ : = call_method[target=copy_](args = (%a, %b), kwargs = {})
    %copy__1 : = call_method[target=copy_](args = (%b, %t), kwargs = {})
    return (%a, %b)
