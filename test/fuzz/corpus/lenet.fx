module LeNet {
  conv1: torch::nn::Conv2d(in_channels = 1, out_channels = 6, kernel_size = 5) {padding = 2}
  conv2: torch::nn::Conv2d(in_channels = 6, out_channels = 16, kernel_size = 5)
  fc1: torch::nn::Linear(in_features = 400, out_features = 120)
  fc2: torch::nn::Linear(in_features = 120, out_features = 84)
  fc3: torch::nn::Linear(in_features = 84, out_features = 10)
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %conv1 : [num_users=1] = call_module[target=conv1](args = (%x,), kwargs = {})
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%conv1,), kwargs = {})
    %max_pool2d : [num_users=1] = call_function[target=torch.max_pool2d](args = (%relu, 2), kwargs = {})
    %conv2 : [num_users=1] = call_module[target=conv2](args = (%max_pool2d,), kwargs = {})
    %relu_1 : [num_users=1] = call_function[target=torch.relu](args = (%conv2,), kwargs = {})
    %max_pool2d_1 : [num_users=2] = call_function[target=torch.max_pool2d](args = (%relu_1, 2), kwargs = {})
    %size : [num_users=1] = call_method[target=size](args = (%max_pool2d_1, 0), kwargs = {})
    %view : [num_users=1] = call_method[target=view](args = (%max_pool2d_1, %size, -1), kwargs = {})
    %fc1 : [num_users=1] = call_module[target=fc1](args = (%view,), kwargs = {})
    %relu_2 : [num_users=1] = call_function[target=torch.relu](args = (%fc1,), kwargs = {})
    %fc2 : [num_users=1] = call_module[target=fc2](args = (%relu_2,), kwargs = {})
    %relu_3 : [num_users=1] = call_function[target=torch.relu](args = (%fc2,), kwargs = {})
    %fc3 : [num_users=1] = call_module[target=fc3](args = (%relu_3,), kwargs = {})
    %log_softmax : [num_users=1] = call_function[target=torch.log_softmax](args = (%fc3, 1), kwargs = {})
    return %log_softmax
