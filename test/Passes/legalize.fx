// Nodes out of order are taken forward to their first user, others keep their order; a cycle is named.
// RUN: fx-opt %s --verify-input=false --passes=legalize --verify-each --split-input-file --verify-diagnostics
// RUN: not fx-opt %s --verify-input=false --passes=legalize --split-input-file 2>/dev/null | count 0

graph():
    %d : [num_users=1] = call_function[target=operator.add](args = (%b, %c), kwargs = {})
    %x : [num_users=1] = placeholder[target=x]
    %c : [num_users=1] = call_method[target=cos](args = (%a,), kwargs = {})
    %b : [num_users=1] = call_method[target=sin](args = (%a,), kwargs = {})
    %a : [num_users=1] = call_method[target=neg](args = (%x,), kwargs = {})
    return %d

// -----

// expected-error@below {{the nodes depend on each other: 'a' -> 'c' -> 'b' -> 'a'}}
graph():
    %a : [num_users=1] = call_method[target=neg](args = (%c,), kwargs = {})
    %b : [num_users=1] = call_method[target=neg](args = (%a,), kwargs = {})
    %c : [num_users=1] = call_method[target=neg](args = (%b,), kwargs = {})
    return %c

// -----

// expected-error@below {{'a' would be taken across 'no_grad', which is a border of a mode}}
graph():
    %x : = placeholder[target=x]
    %b : = call_method[target=neg](args = (%a,), kwargs = {})
    %no_grad : = call_function[target=torch.set_grad_enabled](args = (False,), kwargs = {})
    %a : = call_method[target=neg](args = (%x,), kwargs = {})
    return %b
