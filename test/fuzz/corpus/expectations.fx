graph():
    // expected-error@below {{never}}
    %x : [num_users=0] = placeholder[target=x]
    %a : [num_users=0] = call_function[target=f](args = (what,), kwargs = {})
