// What is computed behind set_default_dtype has another type than in the constructor.
// RUN: fx-opt %s --passes='const-fold<weights>' --verify-each | FileCheck %s

// CHECK: %set_default_dtype : {{.*}}call_function[target=torch.set_default_dtype](args = (torch.float64,)
// CHECK-NEXT: %ones : {{.*}}call_function[target=torch.ones](args = (3,)
// CHECK-NEXT: %w : {{.*}}get_attr[target=w]
// CHECK-NEXT: %a : {{.*}}call_function[target=operator.mul](args = (%ones, %w)
// CHECK-NEXT: %set_default_dtype_1 : {{.*}}call_function[target=torch.set_default_dtype](args = (torch.float32,)
// CHECK-NEXT: %add : {{.*}}call_function[target=operator.add](args = (%x, %a)
// CHECK-NEXT: return %add
module Net {
  parameter w = %randn
}
init():
    %randn : = call_function[target=torch.randn](args = (3,), kwargs = {})
graph():
    %x : = placeholder[target=x]
    %set_default_dtype : = call_function[target=torch.set_default_dtype](args = (torch.float64,), kwargs = {})
    %ones : = call_function[target=torch.ones](args = (3,), kwargs = {})
    %w : = get_attr[target=w]
    %a : = call_function[target=operator.mul](args = (%ones, %w), kwargs = {})
    %set_default_dtype_1 : = call_function[target=torch.set_default_dtype](args = (torch.float32,), kwargs = {})
    %add : = call_function[target=operator.add](args = (%x, %a), kwargs = {})
    return %add
