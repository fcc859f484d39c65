// What TorchScript cannot say of a graph, each with the id under which --explain tells more.
// RUN: fx-opt %s --emit=torchscript --verify-diagnostics --split-input-file

graph():
    %x : = placeholder[target=x]
    // expected-error@below {{%a: TorchScript's tensors have no attribute nothing [torchscript-attribute-missing]}}
    %a : = call_function[target=builtins.getattr](args = (%x, "nothing"), kwargs = {})
    return %a

// -----

graph():
    %x : = placeholder[target=x]
    // expected-error@below {{%a: TorchScript's tensors have no method nothing [torchscript-method-missing]}}
    %a : = call_method[target=nothing](args = (%x,), kwargs = {})
    return %a

// -----

graph():
    %x : = placeholder[target=x]
    // expected-error@below {{%m: TorchScript has modes as blocks: what is entered last has to be left first, before forward returns [torchscript-modes-not-nested]}}
    %m : = call_function[target=torch.no_grad](args = (), kwargs = {})
    %n : = call_function[target=torch.enable_grad](args = (), kwargs = {})
    %e : = call_method[target=__enter__](args = (%m,), kwargs = {})
    %f : = call_method[target=__enter__](args = (%n,), kwargs = {})
    %g : = call_method[target=__exit__](args = (%m, None, None, None), kwargs = {})
    %h : = call_method[target=__exit__](args = (%n, None, None, None), kwargs = {})
    return %x
