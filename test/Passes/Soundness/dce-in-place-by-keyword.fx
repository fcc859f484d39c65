# What a function writes to in place is its input, wherever that stands among the keywords.
# RUN: fx-opt %s --passes=dce | FileCheck %s
# CHECK: torch.nn.functional.relu
# CHECK: torch.nn.init.constant_
module Net {
}
graph():
    %x : = placeholder[target=x]
    %h : = call_function[target=torch.neg](args = (%x,), kwargs = {})
    %relu : = call_function[target=torch.nn.functional.relu](args = (), kwargs = {inplace: True, input: %h})
    %a : = call_function[target=torch.abs](args = (%h,), kwargs = {})
    %filled : = call_function[target=torch.nn.init.constant_](args = (), kwargs = {val: 2.0, tensor: %h})
    %b : = call_function[target=torch.neg](args = (%h,), kwargs = {})
    return (%a, %b)
