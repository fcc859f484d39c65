module relu {
}
graph():
    %x : = placeholder[target=x]
    %a : = call_function[target=torch.relu](args = (%x,), kwargs = {})
    return %a

module replacement {
}
graph():
    %x : = placeholder[target=x]
    %size : = call_method[target=size](args = (%x, 0), kwargs = {})
    %eq : = call_function[target=operator.eq](args = (%size, 3), kwargs = {})
    %check : = call_function[target=torch._assert](args = (%eq, "traced for x.size(0) = 3"), kwargs = {})
    %b : = call_function[target=torch.relu](args = (%x,), kwargs = {})
    return %b
