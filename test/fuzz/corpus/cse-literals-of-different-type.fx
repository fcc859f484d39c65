// torch.fx's CSEPass merges add(x, 1), add(x, 1.0) and add(x, True): the results have other dtypes.
// RUN: fx-opt %s --passes=cse | FileCheck %s

// CHECK: operator.add](args = (%x, 1)
// CHECK: operator.add](args = (%x, 1.0)
// CHECK: operator.add](args = (%x, True)
// CHECK-NOT: operator.add
graph():
    %x : [num_users=4] = placeholder[target=x]
    %a : [num_users=1] = call_function[target=operator.add](args = (%x, 1), kwargs = {})
    %b : [num_users=1] = call_function[target=operator.add](args = (%x, 1.0), kwargs = {})
    %c : [num_users=1] = call_function[target=operator.add](args = (%x, True), kwargs = {})
    // The same as %a, and used by nothing that is returned as it is.
    %d : [num_users=1] = call_function[target=operator.add](args = (%x, 1), kwargs = {})
    %s : [num_users=1] = call_function[target=operator.mul](args = (%a, %d), kwargs = {})
    return (%s, %b, %c)
