# A comment.
module Net: NetImpl [eval] {
  conv: torch::nn::Conv2d(in_channels = 1) {padding = "same"}
  block: Block<std::pair<int, 3>> {
    parameter weight = %randn {requires_grad = False}
    buffer mask: undefined
  }
  again: unregistered alias of block.fc
}
training graph():
    %x : typing.List[torch.Tensor] [num_users=1] = placeholder[target=x](default=None)
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x, -1e-05, torch.float32), kwargs = {dim: 1}) loc("a b.cpp":3:5)
    return %relu
