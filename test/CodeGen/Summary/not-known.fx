// A total that depends on a shape, or on what a module holds, that is not known is not known: never 0.00.
// RUN: fx-opt %s --emit=summary | FileCheck %s
// RUN: fx-opt %s --passes=fuse-conv-bn --emit=summary | FileCheck %s
// CHECK:      Total params: not known
// CHECK-NEXT: Trainable params: not known
// CHECK-NEXT: Non-trainable params: not known
// CHECK-NEXT: Total mult-adds (M): not known
// CHECK:      Forward/backward pass size (MB): not known
// CHECK-NEXT: Params size (MB): not known
// CHECK-NEXT: Estimated total size (MB): not known
// CHECK:      What 'conv' holds is not known: a graph in the text form does not say it.

// RUN: sed -e /torch::nn/d -e /call_module/d -e 's/%%norm,/%%conv2d,/' %s > %t.fx
// RUN: fx-opt %t.fx --emit=summary | FileCheck %s --check-prefix=SHAPE
// SHAPE: Total params: 12
// SHAPE: Total mult-adds (M): not known
// SHAPE: Params size (MB): 0.00
// SHAPE: The shape of 'conv2d' is not known, nor is what depends on it.
module Net {
  conv: torch::nn::Conv2d(in_channels = 3, out_channels = 4, kernel_size = 1)
  norm: torch::nn::BatchNorm2d(num_features = 4)
  parameter weight = %ones
}
init():
    %ones : [num_users=0] = call_function[target=torch.ones](args = ((4, 3, 1, 1),), kwargs = {}) meta = {tensor_meta: {"shape": (4, 3, 1, 1), "dtype": torch.float32}}
graph():
    %x : [num_users=2] = placeholder[target=x] meta = {tensor_meta: {"shape": (1, 3, 8, 8), "dtype": torch.float32}}
    %weight : [num_users=1] = get_attr[target=weight] meta = {tensor_meta: {"shape": (4, 3, 1, 1), "dtype": torch.float32}}
    %conv2d : [num_users=1] = call_function[target=torch.conv2d](args = (%x, %weight), kwargs = {})
    %conv : [num_users=1] = call_module[target=conv](args = (%x,), kwargs = {}) meta = {tensor_meta: {"shape": (1, 4, 8, 8), "dtype": torch.float32}}
    %norm : [num_users=1] = call_module[target=norm](args = (%conv,), kwargs = {}) meta = {tensor_meta: {"shape": (1, 4, 8, 8), "dtype": torch.float32}}
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%norm,), kwargs = {}) meta = {tensor_meta: {"shape": (1, 4, 8, 8), "dtype": torch.float32}}
    return (%relu, %conv2d)
