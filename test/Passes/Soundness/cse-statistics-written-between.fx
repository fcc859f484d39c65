// In training batch_norm writes to its statistics, which the two in evaluation read: merged, the last one would use the old ones.
// RUN: fx-opt %s --passes='cse,dce' --verify-each | FileCheck %s

// CHECK: %rm : {{.*}}get_attr[target=rm]
// CHECK-NEXT: %rv : {{.*}}get_attr[target=rv]
// CHECK-NEXT: %a : {{.*}}call_function[target=torch.nn.functional.batch_norm](args = (%x, %rm, %rv, None, None, False)
// CHECK-NEXT: %c : {{.*}}call_function[target=torch.nn.functional.batch_norm](args = (%x, %rm, %rv, None, None, True)
// CHECK-NEXT: %b : {{.*}}call_function[target=torch.nn.functional.batch_norm](args = (%x, %rm, %rv, None, None, False)
// CHECK-NEXT: %sub : {{.*}}call_function[target=operator.sub](args = (%a, %b)
// CHECK-NEXT: return %sub
module Net {
  buffer rm = %zeros
  buffer rv = %ones
}
init():
    %zeros : = call_function[target=torch.zeros](args = (3,), kwargs = {})
    %ones : = call_function[target=torch.ones](args = (3,), kwargs = {})
graph():
    %x : = placeholder[target=x]
    %rm : = get_attr[target=rm]
    %rv : = get_attr[target=rv]
    %a : = call_function[target=torch.nn.functional.batch_norm](args = (%x, %rm, %rv, None, None, False), kwargs = {})
    %rm_1 : = get_attr[target=rm]
    %rv_1 : = get_attr[target=rv]
    %c : = call_function[target=torch.nn.functional.batch_norm](args = (%x, %rm_1, %rv_1, None, None, True), kwargs = {})
    %rm_2 : = get_attr[target=rm]
    %rv_2 : = get_attr[target=rv]
    %b : = call_function[target=torch.nn.functional.batch_norm](args = (%x, %rm_2, %rv_2, None, None, False), kwargs = {})
    %sub : = call_function[target=operator.sub](args = (%a, %b), kwargs = {})
    return %sub
