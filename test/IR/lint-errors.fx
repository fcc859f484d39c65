// Graphs that can be read and are no graphs of torch.fx's: reported at the node, in the text.
// RUN: fx-opt %s --verify-diagnostics --split-input-file

graph():
    %x : [num_users=1] = placeholder[target=x]
    // expected-error@below {{node 'b' (call_function) uses 'a' before it is defined}}
    %b : [num_users=1] = call_function[target=torch.relu](args = (%a,), kwargs = {})
    %a : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    // expected-error@below {{is a placeholder after another operation}}
    %y : [num_users=0] = placeholder[target=y]
    return %b
    // expected-error@below {{stands after the output node}}
    %c : [num_users=0] = call_function[target=torch.relu](args = (%x,), kwargs = {})

// -----

module Net {
  conv: torch::nn::Conv2d(in_channels = 1, out_channels = 1, kernel_size = 1)
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    // expected-error@below {{calls module 'conv2', which the model does not have}}
    %conv : [num_users=1] = call_module[target=conv2](args = (%x,), kwargs = {})
    // expected-error@below {{reads 'table', which the model does not have}}
    %table : [num_users=0] = get_attr[target=table]
    return %conv

// -----

module Net [training] {
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    return %x
training graph():
    // expected-error@below {{a model that was traced in one mode alone has no training graph}}
    // expected-error@below {{the training graph has other inputs than the graph}}
    %y : [num_users=1] = placeholder[target=y]
    // expected-error@below {{in the training graph, node 'a' (call_function) uses 'b' before it is defined}}
    %a : [num_users=1] = call_function[target=torch.relu](args = (%b,), kwargs = {})
    // expected-error@below {{in the training graph, node 'b' calls module 'conv', which the model does not have}}
    %b : [num_users=1] = call_module[target=conv](args = (%y,), kwargs = {})
    return %a
