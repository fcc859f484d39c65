// What Python cannot say of a graph, each with the id under which --explain tells more.
// RUN: fx-opt %s --emit=python --verify-diagnostics --split-input-file

graph():
    %x : = placeholder[target=x]
    // expected-error@below {{%a: Python cannot call the C++ function my::function [cpp-function-in-python]}}
    %a : = call_function[target=my::function](args = (%x,), kwargs = {})
    return %a

// -----

// expected-error@below {{Python cannot construct the leaf conv of type my::Conv [python-leaf-not-constructed]}}
module Net {
  conv: my::Conv(size = 3)
}
graph():
    %x : = placeholder[target=x]
    return %x

// -----

// expected-error@below {{LibTorch's torch::nn::Conv2d pads another dimension than Python's here: padding 'same' with a padding_mode and unequal sizes [python-pads-another-dimension]}}
module Net {
  conv: torch::nn::Conv2d(in_channels = 1, out_channels = 1, kernel_size = (3, 5), padding = "same", padding_mode = "circular")
}
graph():
    %x : = placeholder[target=x]
    return %x

// -----

// expected-error@below {{every torch.nn.Module has an attribute 'forward', and this module cannot be kept under that name in Python without being registered [python-attribute-taken]}}
module Net {
  forward: unregistered torch::nn::ReLU()
}
graph():
    %x : = placeholder[target=x]
    %a : = call_module[target=forward](args = (%x,), kwargs = {})
    return %a

// -----

graph():
    %x : = placeholder[target=x]
    // expected-error@below {{%a: Python's torch.functional.cdist takes text as its compute_mode, C++ has a number there [python-text-for-a-number]}}
    %a : = call_function[target=torch.functional.cdist](args = (%x, %x), kwargs = {compute_mode: 1})
    return %a

// -----

graph():
    %x : = placeholder[target=x]
    return %x
training graph():
    %x : = placeholder[target=x] meta = {cpp_type: "int64_t"}
    // expected-error@below {{forward takes other inputs in training than in evaluation; Python has one signature: write one of the two with --mode=train or --mode=eval [python-signature-of-two-modes]}}
    return %x
