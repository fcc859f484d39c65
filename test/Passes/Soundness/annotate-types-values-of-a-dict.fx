// The values of a dict need not have one type: that of the first one is not that of all.
// RUN: fx-opt %s --passes=annotate-types --verify-each | FileCheck %s

// CHECK: %b : [num_users=1] = call_function[target=operator.getitem](args = ({"a": %x, "b": 2}, "b")
// CHECK-NEXT: %c : torch.Tensor {{.*}}getitem](args = ({"a": %x, "b": %x}, "b")
graph():
    %x : torch.Tensor = placeholder[target=x]
    %b : = call_function[target=operator.getitem](args = ({"a": %x, "b": 2}, "b"), kwargs = {})
    %c : = call_function[target=operator.getitem](args = ({"a": %x, "b": %x}, "b"), kwargs = {})
    return (%b, %c)
