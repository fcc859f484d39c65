graph():
    %x : [num_users=2] = placeholder[target=x]
    %unused : [num_users=0] = call_function[target=torch.neg](args = (%x,), kwargs = {})
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    return %relu
