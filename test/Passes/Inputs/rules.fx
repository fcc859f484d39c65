module neg_relu {
}
graph():
    %x : = placeholder[target=x]
    %a : = call_method[target=neg](args = (%x,), kwargs = {})
    %b : = call_function[target=torch.relu](args = (%a,), kwargs = {})
    return %b

module replacement {
}
graph():
    %x : = placeholder[target=x]
    %b : = call_function[target=torch.nn.functional.gelu](args = (%x,), kwargs = {})
    return %b

module sum {
}
graph():
    %x : = placeholder[target=x]
    %a : = call_method[target=sum](args = (%x,), kwargs = {})
    return %a

module replacement {
}
graph():
    %x : = placeholder[target=x]
    %a : = call_method[target=mean](args = (%x,), kwargs = {})
    return %a
