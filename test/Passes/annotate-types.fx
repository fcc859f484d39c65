// Types that operators, modules and operands say; those that are there are kept.
// RUN: fx-opt %s --passes=annotate-types | FileCheck %s

// CHECK: %x : MyTensor [num
// CHECK: %conv : torch.Tensor [num
// CHECK: %lstm : typing.Tuple[torch.Tensor, typing.Tuple[torch.Tensor, torch.Tensor]] [num
// CHECK: %first : torch.Tensor [num
// CHECK: %state : typing.Tuple[torch.Tensor, torch.Tensor] [num
// CHECK: %parts : typing.List[torch.Tensor] [num
// CHECK: %part : torch.Tensor [num
// CHECK: %size : int [num
// CHECK: %half : int [num
// CHECK: %scaled : torch.Tensor [num
// CHECK: %unknown : [num
module Net {
  conv: torch::nn::Conv2d(in_channels = 3, out_channels = 3, kernel_size = 3)
  lstm: torch::nn::LSTM(input_size = 3, hidden_size = 3)
}
graph():
    %x : MyTensor [num_users=1] = placeholder[target=x]
    %conv : [num_users=3] = call_module[target=conv](args = (%x,), kwargs = {})
    %lstm : [num_users=2] = call_module[target=lstm](args = (%conv,), kwargs = {})
    %first : [num_users=1] = call_function[target=operator.getitem](args = (%lstm, 0), kwargs = {})
    %state : [num_users=0] = call_function[target=operator.getitem](args = (%lstm, -1), kwargs = {})
    %parts : [num_users=1] = call_function[target=torch.chunk](args = (%conv, 2), kwargs = {})
    %part : [num_users=1] = call_function[target=operator.getitem](args = (%parts, 1), kwargs = {})
    %size : [num_users=1] = call_method[target=size](args = (%conv, 0), kwargs = {})
    %half : [num_users=1] = call_function[target=operator.floordiv](args = (%size, 2), kwargs = {})
    %scaled : [num_users=1] = call_function[target=operator.mul](args = (%part, %half), kwargs = {})
    %unknown : [num_users=1] = call_function[target=mylib::f](args = (%first, %scaled), kwargs = {})
    return %unknown
