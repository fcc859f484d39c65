// embedding of a weight and of literals alone depends on weights, and writes to them: it is no constant.
// RUN: fx-opt %s --passes='const-fold<weights>' --verify-each | FileCheck %s

// CHECK: %i : {{.*}}call_function[target=torch.tensor](args = ([0, 2],)
// CHECK-NEXT: %w : {{.*}}get_attr[target=w]
// CHECK-NEXT: %e : {{.*}}call_function[target=torch.nn.functional.embedding](args = (%i, %w), kwargs = {max_norm: 0.5})
// CHECK-NEXT: %add : {{.*}}call_function[target=operator.add](args = (%x, %e)
// CHECK-NEXT: return %add
module Net {
  parameter w = %randn
}
init():
    %randn : = call_function[target=torch.randn](args = (5, 3), kwargs = {})
graph():
    %x : = placeholder[target=x]
    %i : = call_function[target=torch.tensor](args = ([0, 2],), kwargs = {})
    %w : = get_attr[target=w]
    %e : = call_function[target=torch.nn.functional.embedding](args = (%i, %w), kwargs = {max_norm: 0.5})
    %add : = call_function[target=operator.add](args = (%x, %e), kwargs = {})
    return %add
