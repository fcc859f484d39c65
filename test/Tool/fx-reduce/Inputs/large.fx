module Net {
  conv: torch::nn::Conv2d(in_channels = 3, out_channels = 3, kernel_size = 3) {padding = 1}
  parameter scale = %ones
}
init():
    %ones : [num_users=0] = call_function[target=torch.ones](args = (3,), kwargs = {})
graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %conv : [num_users=1] = call_module[target=conv](args = (%x,), kwargs = {})
    %scale : [num_users=1] = get_attr[target=scale]
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%conv, %scale), kwargs = {})
    %relu_ : [num_users=1] = call_method[target=relu_](args = (%mul,), kwargs = {})
    %cat : [num_users=1] = call_function[target=torch.cat](args = ([%relu_, %y],), kwargs = {dim: 1})
    return (%cat, 1)
