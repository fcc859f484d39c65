// The nodes of a module's graph stand where it was called: inputs by position, by name and by default; elements
// of its result are what they are, a result that is a literal too.
// RUN: fx-opt %s --passes=inline-modules --verify-each | FileCheck %s
// RUN: fx-opt %s --passes=inline-modules,inline-modules --print-changed 2>&1 >/dev/null | FileCheck %s --check-prefix=AGAIN
// AGAIN: // inline-modules changed:
// AGAIN: // inline-modules: no change

// CHECK:      {{^}}graph():
// CHECK-NEXT: %x : {{.*}}= placeholder[target=x]
// CHECK-NEXT: %neg : {{.*}}call_method[target=neg](args = (%x,)
// CHECK-NEXT: %add : {{.*}}operator.add](args = (%neg, 2)
// CHECK-NEXT: %act : {{.*}}call_module[target=part.act](args = (%neg,)
// CHECK-NEXT: %mul : {{.*}}operator.mul](args = (%add, %act)
// CHECK-NEXT: %getitem_2 : {{.*}}operator.getitem](args = ((%mul, 5, %neg), 1)
// CHECK-NEXT: %sub : {{.*}}operator.sub](args = (%mul, %neg)
// CHECK-NEXT: return (%sub, %getitem_2, (%mul, 5, %neg))
module Net {
  part: graph Part {
    act: torch::nn::ReLU()
    graph():
        %a : [num_users=1] = placeholder[target=a]
        %b : [num_users=1] = placeholder[target=b]
        %c : [num_users=1] = placeholder[target=c](default=2)
        %add : [num_users=1] = call_function[target=operator.add](args = (%b, %c), kwargs = {})
        %act : [num_users=1] = call_module[target=act](args = (%b,), kwargs = {})
        %mul : [num_users=1] = call_function[target=operator.mul](args = (%add, %act), kwargs = {})
        return (%mul, 5, %b)
  }
}
graph():
    %x : [num_users=2] = placeholder[target=x]
    %neg : [num_users=1] = call_method[target=neg](args = (%x,), kwargs = {})
    %part : [num_users=4] = call_module[target=part](args = (%x,), kwargs = {b: %neg})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%part, 0), kwargs = {})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%part, 2), kwargs = {})
    %getitem_2 : [num_users=1] = call_function[target=operator.getitem](args = (%part, 1), kwargs = {})
    %sub : [num_users=1] = call_function[target=operator.sub](args = (%getitem, %getitem_1), kwargs = {})
    return (%sub, %getitem_2, %part)
