// The buffer counts calls: the sum before the write has the old count, and the model keeps the new one.
// RUN: fx-opt %s --passes=functionalize --verify-each | FileCheck %s

// CHECK: %n : {{.*}}get_attr[target=n]
// CHECK-NEXT: %a : {{.*}}call_function[target=operator.add](args = (%n, 1)
// CHECK-NEXT: %add : {{.*}}call_method[target=add](args = (%n, 1)
// CHECK-NEXT: %b : {{.*}}call_function[target=operator.add](args = (%add, 1)
// CHECK-NEXT: %copy_ : {{.*}}call_method[target=copy_](args = (%n, %add)
// CHECK-NEXT: return (%a, %b)
module Net {
  buffer n = %zeros
}
init():
    %zeros : = call_function[target=torch.zeros](args = (1,), kwargs = {})
graph():
    %x : = placeholder[target=x]
    %n : = get_attr[target=n]
    %a : = call_function[target=operator.add](args = (%n, 1), kwargs = {})
    %n_1 : = get_attr[target=n]
    %add_ : = call_method[target=add_](args = (%n_1, 1), kwargs = {})
    %n_2 : = get_attr[target=n]
    %b : = call_function[target=operator.add](args = (%n_2, 1), kwargs = {})
    return (%a, %b)
