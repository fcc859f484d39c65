// Modules that no graph calls go; what contains a used one stays, and what an alias stands for.
// RUN: fx-opt %s --passes=remove-unused-modules --verify-each | FileCheck %s

// CHECK:      module Net {
// CHECK-NEXT:   block: User {
// CHECK-NEXT:     used: torch::nn::ReLU()
// CHECK-NEXT:   }
// CHECK-NEXT:   shared: torch::nn::Tanh()
// CHECK-NEXT:   again: alias of shared
// CHECK-NEXT:   owner: User {
// CHECK-NEXT:     buffer table = %ones
// CHECK-NEXT:   }
// CHECK-NEXT: }
module Net {
  block: User {
    used: torch::nn::ReLU()
    unused: torch::nn::Sigmoid()
  }
  dead: torch::nn::Sequential {
    0: torch::nn::Linear(in_features = 1, out_features = 1)
  }
  shared: torch::nn::Tanh()
  again: alias of shared
  owner: User {
    buffer table = %ones
  }
}
init():
    %ones : [num_users=0] = call_function[target=torch.ones](args = (3,), kwargs = {})
graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=1] = call_module[target=block.used](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_module[target=again](args = (%a,), kwargs = {})
    %t : [num_users=1] = get_attr[target=owner.table]
    %c : [num_users=1] = call_function[target=operator.mul](args = (%b, %t), kwargs = {})
    return %c
