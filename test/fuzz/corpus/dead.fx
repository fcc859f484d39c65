graph():
    %x : [num_users=2] = placeholder[target=x]
    %neg : [num_users=0] = call_method[target=neg](args = (%x,), kwargs = {})
    %relu : [num_users=1] = call_method[target=relu](args = (%x,), kwargs = {})
    return %relu
