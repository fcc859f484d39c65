// torch.ones makes what set_default_dtype said last: merged, both results would be float64.
// RUN: fx-opt %s --passes=cse --verify-each | FileCheck %s

// CHECK: %set_default_dtype : {{.*}}call_function[target=torch.set_default_dtype](args = (torch.float64,)
// CHECK-NEXT: %a : {{.*}}call_function[target=torch.ones](args = (3,)
// CHECK-NEXT: %set_default_dtype_1 : {{.*}}call_function[target=torch.set_default_dtype](args = (torch.float32,)
// CHECK-NEXT: %b : {{.*}}call_function[target=torch.ones](args = (3,)
// CHECK-NEXT: %mul : {{.*}}call_function[target=operator.mul](args = (%a, 1)
// CHECK-NEXT: %mul_1 : {{.*}}call_function[target=operator.mul](args = (%b, %b)
// CHECK-NEXT: return (%mul, %mul_1)
graph():
    %x : = placeholder[target=x]
    %set_default_dtype : = call_function[target=torch.set_default_dtype](args = (torch.float64,), kwargs = {})
    %a : = call_function[target=torch.ones](args = (3,), kwargs = {})
    %set_default_dtype_1 : = call_function[target=torch.set_default_dtype](args = (torch.float32,), kwargs = {})
    %b : = call_function[target=torch.ones](args = (3,), kwargs = {})
    %c : = call_function[target=torch.ones](args = (3,), kwargs = {})
    %mul : = call_function[target=operator.mul](args = (%a, 1), kwargs = {})
    %mul_1 : = call_function[target=operator.mul](args = (%b, %c), kwargs = {})
    return (%mul, %mul_1)
