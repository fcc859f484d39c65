// A count that no number of 64 bits holds stays at the largest one.
// RUN: fx-opt %s --emit=summary | FileCheck %s
// CHECK: Net {{.*}} 9,223,372,036,854,775,807
// CHECK: Total mult-adds (G): 9223372036.85
module Net {
  parameter weight = %ones
}
init():
  %ones : [num_users=0] = call_function[target=torch.ones](args = ((4, 3, 1, 1),), kwargs = {}) meta = {tensor_meta: {"shape": (4, 3, 1, 1), "dtype": torch.float32}}
graph():
  %x : [num_users=1] = placeholder[target=x] meta = {tensor_meta: {"shape": (1, 3, 8, 8), "dtype": torch.float32}}
  %weight : [num_users=1] = get_attr[target=weight] meta = {tensor_meta: {"shape": (4, 3, 1, 9223372036854775807), "dtype": torch.float32}}
  %conv2d : [num_users=1] = call_function[target=torch.conv2d](args = (%x, %weight), kwargs = {}) meta = {tensor_meta: {"shape": (1, 4, 8, 8), "dtype": torch.float32}}
  return %conv2d
