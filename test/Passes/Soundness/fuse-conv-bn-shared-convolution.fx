// torch.fx's optimization.fuse folds both normalisations into the one convolution: wrong numbers.
// Ours gives each call weights of its own; Python's PyTorch runs both models on the same weights.
// RUN: fx-opt %s --passes=fuse-conv-bn --verify-each | FileCheck %s
// RUN: rm -rf %t && mkdir %t
// RUN: fx-opt %s --emit=python --class-name=Before -o %t/before.py
// RUN: fx-opt %s --passes=fuse-conv-bn --emit=python --class-name=After -o %t/after.py
// RUN: %python %S/Inputs/same_numbers.py %t before.Before after.After 2,3,8,8

// CHECK-NOT: call_module
// CHECK: torch.conv2d](args = (%x, %{{.*}}, %{{.*}}, 1, 1, 1, 1)
// CHECK: torch.conv2d](args = (%relu, %{{.*}}, %{{.*}}, 1, 1, 1, 1)
// CHECK-NOT: call_module
module Net [eval] {
  conv: torch::nn::Conv2d(in_channels = 3, out_channels = 3, kernel_size = 3) {padding = 1}
  bn1: torch::nn::BatchNorm2d(num_features = 3)
  bn2: torch::nn::BatchNorm2d(num_features = 3) {eps = 0.5}
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %conv : [num_users=1] = call_module[target=conv](args = (%x,), kwargs = {})
    %bn1 : [num_users=1] = call_module[target=bn1](args = (%conv,), kwargs = {})
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%bn1,), kwargs = {})
    %conv_1 : [num_users=1] = call_module[target=conv](args = (%relu,), kwargs = {})
    %bn2 : [num_users=1] = call_module[target=bn2](args = (%conv_1,), kwargs = {})
    return %bn2
