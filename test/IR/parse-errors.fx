// Every line with an error is reported, with its place and what was expected; names whose line
// could not be read are no further errors.
// RUN: fx-opt %s --verify-diagnostics --split-input-file

graph():
    %x : [num_users=1] = placeholder[target=x]
    // expected-error@below {{unknown opcode 'call_funktion'}}
    %a : [num_users=1] = call_funktion[target=torch.relu](args = (%x,), kwargs = {})
    // expected-error@below {{expected a value, found 'foo' [expected-in-a-graph]}}
    %b : [num_users=1] = call_function[target=torch.relu](args = (foo,), kwargs = {})
    // expected-error@below {{'%nowhere' is not defined}}
    %c : [num_users=1] = call_function[target=torch.relu](args = (%nowhere, %a, %b), kwargs = {})
    // expected-error@below {{expected ',' or ')', found '%'}}
    %d : [num_users=1] = call_function[target=torch.relu](args = (%x %x), kwargs = {})
    // expected-error@below {{'%x' is defined twice}}
    %x : [num_users=1] = call_function[target=torch.relu](args = (%c,), kwargs = {})
    // expected-error@below {{'sum' cannot be the name of a node}}
    %sum : [num_users=1] = call_function[target=torch.sum](args = (%c,), kwargs = {})
    // expected-error@below {{a tuple of one value has a comma: (value,)}}
    %e : [num_users=1] = call_function[target=torch.sum](args = (%c), kwargs = {})
    // expected-error@below {{the string is not closed}}
    %f : [num_users=1] = call_function[target=torch.sum](args = (%c, "text), kwargs = {})
    // expected-error@below {{99999999999999999999 does not fit 64 bits}}
    %g : [num_users=1] = call_function[target=torch.sum](args = (%c, 99999999999999999999), kwargs = {})
    return %c

// -----

module Net {
  // expected-error@below {{expected a class}}
  conv1: (in_channels = 1)
  fc: torch::nn::Linear(in_features = 1)
  // expected-error@below {{'fc' is registered twice}}
  fc: torch::nn::Linear(in_features = 1)
  // expected-error@below {{the init graph has no node '%randn'}}
  parameter w = %randn
  // expected-error@below {{there is no module 'conv9'}}
  again: alias of conv9
}
graph():
    // expected-error@below {{expected the end of the line, found 'what'}}
    %x : [num_users=0] = placeholder[target=x] what
    // expected-error@below {{meta 'cpp_name' is a string [meta-of-another-form]}}
    %y : [num_users=0] = placeholder[target=y] meta = {cpp_name: 3}
    return None

// -----

// expected-error@below {{expected 'module NAME {' or 'graph():', found 'digraph'}}
digraph G {
}

// -----

module Net {
  part: Part {
    // expected-error@below {{'part' would be in itself [module-in-itself]}}
    again: alias of part
  }
}
graph():
    return None

// -----

module Net {
  one: Part {
    other: alias of two
  }
  two: Part {
    // expected-error@below {{'one' would be in itself [module-in-itself]}}
    other: alias of one
  }
}
graph():
    return None
