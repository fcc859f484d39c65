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
    %b : = call_function[target=torch.nn.functional.gelu](args = (%x,), kwargs = {})
    return %b
