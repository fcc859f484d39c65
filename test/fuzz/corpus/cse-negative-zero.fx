// torch.fx's CSEPass merges div(x, 0.0) and div(x, -0.0): inf and -inf.
// RUN: fx-opt %s --passes=cse | FileCheck %s

// CHECK: torch.div](args = (%x, 0.0)
// CHECK: torch.div](args = (%x, -0.0)
graph():
    %x : [num_users=2] = placeholder[target=x]
    %a : [num_users=1] = call_function[target=torch.div](args = (%x, 0.0), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.div](args = (%x, -0.0), kwargs = {})
    %s : [num_users=1] = call_function[target=operator.sub](args = (%a, %b), kwargs = {})
    return %s
