// What holds in both modes is fused for evaluation and stays as it was for training; Python's PyTorch
// runs both models on the same weights in both modes.
// RUN: fx-opt %s --passes=fuse-conv-bn,remove-unused-modules --verify-each | FileCheck %s
// RUN: rm -rf %t && mkdir %t
// RUN: fx-opt %s --emit=python --class-name=Before -o %t/before.py
// RUN: fx-opt %s --passes=fuse-conv-bn,dce --emit=python --class-name=After -o %t/after.py
// RUN: %python %S/Soundness/Inputs/same_numbers.py %t before.Before after.After 2,3,8,8
// RUN: %python %S/Inputs/same_training.py %t before.Before after.After 2,3,8,8 | FileCheck %s --check-prefix=TRAINING
// TRAINING: outputs and statistics agree in training

// CHECK: conv: torch::nn::Conv2d
// CHECK-NEXT: norm: torch::nn::BatchNorm2d
// CHECK: {{^}}graph():
// CHECK-NOT: call_module
// CHECK: {{^}}training graph():
// CHECK: call_module[target=conv]
// CHECK-NEXT: call_module[target=conv2]
// CHECK-NEXT: call_module[target=norm]
// CHECK-NEXT: call_module[target=norm2]
module Net {
  conv: torch::nn::Conv2d(in_channels = 3, out_channels = 3, kernel_size = 3)
  norm: torch::nn::BatchNorm2d(num_features = 3)
  conv2: torch::nn::Conv2d(in_channels = 3, out_channels = 3, kernel_size = 3)
  norm2: torch::nn::BatchNorm2d(num_features = 3)
}
graph():
    %x : [num_users=2] = placeholder[target=x]
    %conv : [num_users=1] = call_module[target=conv](args = (%x,), kwargs = {})
    %conv2 : [num_users=1] = call_module[target=conv2](args = (%x,), kwargs = {})
    %norm : [num_users=1] = call_module[target=norm](args = (%conv,), kwargs = {})
    %norm2 : [num_users=1] = call_module[target=norm2](args = (%conv2,), kwargs = {})
    %add : [num_users=1] = call_function[target=operator.add](args = (%norm, %norm2), kwargs = {})
    return %add
