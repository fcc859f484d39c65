// Left alone: a convolution whose own result is used, a normalisation without running statistics, other
// padding, a write between the two, a model in training, the end of autocast between the two.
// RUN: fx-opt %s --passes=fuse-conv-bn --split-input-file | FileCheck %s

// CHECK-COUNT-2: call_module[target=conv]
// CHECK-COUNT-1: // -----
module Used {
  conv: torch::nn::Conv2d(in_channels = 3, out_channels = 3, kernel_size = 3)
  bn: torch::nn::BatchNorm2d(num_features = 3)
  stats: torch::nn::BatchNorm2d(num_features = 3) {track_running_stats = False}
}
graph():
    %x : [num_users=2] = placeholder[target=x]
    %a : [num_users=2] = call_module[target=conv](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_module[target=bn](args = (%a,), kwargs = {})
    %c : [num_users=1] = call_module[target=conv](args = (%x,), kwargs = {})
    %d : [num_users=1] = call_module[target=stats](args = (%c,), kwargs = {})
    return (%a, %b, %d)

// -----

// CHECK: call_module[target=conv]
// CHECK-COUNT-1: // -----
module Reflect {
  conv: torch::nn::Conv2d(in_channels = 3, out_channels = 3, kernel_size = 3) {padding_mode = "reflect"}
  bn: torch::nn::BatchNorm2d(num_features = 3)
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=1] = call_module[target=conv](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_module[target=bn](args = (%a,), kwargs = {})
    return %b

// -----

// CHECK: call_module[target=conv]
// CHECK-COUNT-1: // -----
module Write {
  conv: torch::nn::Conv2d(in_channels = 3, out_channels = 3, kernel_size = 3)
  bn: torch::nn::BatchNorm2d(num_features = 3)
}
graph():
    %x : [num_users=2] = placeholder[target=x]
    %a : [num_users=1] = call_module[target=conv](args = (%x,), kwargs = {})
    %w : [num_users=0] = call_method[target=add_](args = (%x, 1), kwargs = {})
    %b : [num_users=1] = call_module[target=bn](args = (%a,), kwargs = {})
    return %b

// -----

// CHECK: call_module[target=conv]
// CHECK-COUNT-1: // -----
module Train [training] {
  conv: torch::nn::Conv2d(in_channels = 3, out_channels = 3, kernel_size = 3)
  bn: torch::nn::BatchNorm2d(num_features = 3)
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=1] = call_module[target=conv](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_module[target=bn](args = (%a,), kwargs = {})
    return %b

// -----

// CHECK: call_module[target=conv]
// CHECK-NEXT: __exit__
// CHECK-NEXT: call_module[target=bn]
module Cast [eval] {
  conv: torch::nn::Conv2d(in_channels = 3, out_channels = 3, kernel_size = 3)
  bn: torch::nn::BatchNorm2d(num_features = 3)
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %autocast : [num_users=2] = call_function[target=torch.autocast](args = ("cpu", torch.bfloat16, True), kwargs = {})
    %enter : [num_users=0] = call_method[target=__enter__](args = (%autocast,), kwargs = {})
    %a : [num_users=1] = call_module[target=conv](args = (%x,), kwargs = {})
    %exit_1 : [num_users=0] = call_method[target=__exit__](args = (%autocast, None, None, None), kwargs = {})
    %b : [num_users=1] = call_module[target=bn](args = (%a,), kwargs = {})
    return %b
