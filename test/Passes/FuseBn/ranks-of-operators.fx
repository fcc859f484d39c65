// BatchNorm1d goes into a linear layer where operators say that there are two dimensions, and into a Conv1d
// where they say three, whatever the example of the input is like.
// RUN: fx-opt %s --passes=fuse-linear-bn,fuse-conv-bn,dce --verify-each --split-input-file 2>&1 | FileCheck %s --implicit-check-not=call_module[target=norm --implicit-check-not=remark

// CHECK-COUNT-2: torch._C._nn.linear
// CHECK: // -----
module Rows [eval] {
  fc: torch::nn::Linear(in_features = 16, out_features = 4)
  norm: torch::nn::BatchNorm1d(num_features = 4)
  fc2: torch::nn::Linear(in_features = 4, out_features = 4)
  norm2: torch::nn::BatchNorm1d(num_features = 4)
}
graph():
    %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 4, 4), "dtype": torch.float32, "stride": (16, 4, 1)}}
    %flat : = call_method[target=flatten](args = (%x, 1), kwargs = {})
    %fc : = call_module[target=fc](args = (%flat,), kwargs = {})
    %norm : = call_module[target=norm](args = (%fc,), kwargs = {})
    %relu : = call_function[target=torch.relu](args = (%norm,), kwargs = {})
    %fc2 : = call_module[target=fc2](args = (%relu,), kwargs = {})
    %norm2 : = call_module[target=norm2](args = (%fc2,), kwargs = {})
    return %norm2

// -----

// CHECK: torch.conv1d
module Channels [eval] {
  conv: torch::nn::Conv1d(in_channels = 3, out_channels = 4, kernel_size = 3)
  norm: torch::nn::BatchNorm1d(num_features = 4)
}
graph():
    %x : = placeholder[target=x]
    %view : = call_method[target=view](args = (%x, -1, 3, 100), kwargs = {})
    %conv : = call_module[target=conv](args = (%view,), kwargs = {})
    %norm : = call_module[target=norm](args = (%conv,), kwargs = {})
    return %norm
