// With max_norm embedding writes to its weight, used or not: what reads the weight before and after is not the same.
// RUN: fx-opt %s --passes='cse,dce' --verify-each | FileCheck %s

// CHECK: %w : {{.*}}get_attr[target=w]
// CHECK-NEXT: %a : {{.*}}call_function[target=operator.mul](args = (%w, 1)
// CHECK-NEXT: %e : {{.*}}call_function[target=torch.nn.functional.embedding](args = (%i, %w), kwargs = {max_norm: 0.5})
// CHECK-NEXT: %b : {{.*}}call_function[target=operator.mul](args = (%w, 1)
// CHECK-NEXT: return (%a, %b)
module Net {
  parameter w = %randn
}
init():
    %randn : = call_function[target=torch.randn](args = (5, 3), kwargs = {})
graph():
    %i : = placeholder[target=i]
    %w : = get_attr[target=w]
    %a : = call_function[target=operator.mul](args = (%w, 1), kwargs = {})
    %w_1 : = get_attr[target=w]
    %e : = call_function[target=torch.nn.functional.embedding](args = (%i, %w_1), kwargs = {max_norm: 0.5})
    %w_2 : = get_attr[target=w]
    %b : = call_function[target=operator.mul](args = (%w_2, 1), kwargs = {})
    return (%a, %b)
