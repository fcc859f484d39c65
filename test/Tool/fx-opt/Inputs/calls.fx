graph():
    %x : [num_users=3] = placeholder[target=x]
    %neg : [num_users=1] = call_function[target=torch.neg](args = (%x,), kwargs = {})
    %a : [num_users=1] = call_function[target=operator.add](args = (%neg, %x), kwargs = {})
    %b : [num_users=1] = call_function[target=operator.add](args = (%a, %x), kwargs = {})
    return %b
