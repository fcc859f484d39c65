// Modules that no graph calls go; what contains a used one stays, and what an alias stands for. What
// the init graph does for those that go alone, goes too.
// RUN: fx-opt %s --passes=remove-unused-modules --verify-each | FileCheck %s

// CHECK:      module Net {
// CHECK-NEXT:   buffer copy = %clone
// CHECK-NEXT:   block: User {
// CHECK-NEXT:     used: torch::nn::ReLU()
// CHECK-NEXT:   }
// CHECK-NEXT:   shared: torch::nn::Tanh()
// CHECK-NEXT:   again: alias of shared
// CHECK-NEXT:   owner: User {
// CHECK-NEXT:     buffer table = %ones
// CHECK-NEXT:   }
// CHECK-NEXT:   source: torch::nn::Linear(in_features = 1, out_features = 1)
// CHECK-NEXT: }
// CHECK-NEXT: init():
// CHECK-NEXT:   %ones :
// CHECK-NEXT:   %source : {{.*}}call_module[target=source]
// CHECK-NEXT:   %source_weight :
// CHECK-NEXT:   %clone :
// CHECK-NEXT: graph():
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
  source: torch::nn::Linear(in_features = 1, out_features = 1)
  buffer copy = %clone
}
init():
    %ones : [num_users=0] = call_function[target=torch.ones](args = (3,), kwargs = {})
    %dead : [num_users=0] = call_module[target=dead.0](args = (), kwargs = {})
    %source : [num_users=0] = call_module[target=source](args = (), kwargs = {})
    %dead_weight : [num_users=1] = get_attr[target=dead.0.weight]
    %zeros_ : [num_users=0] = call_function[target=torch.nn.init.zeros_](args = (%dead_weight,), kwargs = {})
    %source_weight : [num_users=1] = get_attr[target=source.weight]
    %clone : [num_users=0] = call_method[target=clone](args = (%source_weight,), kwargs = {})
graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=1] = call_module[target=block.used](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_module[target=again](args = (%a,), kwargs = {})
    %t : [num_users=1] = get_attr[target=owner.table]
    %c : [num_users=1] = call_function[target=operator.mul](args = (%b, %t), kwargs = {})
    return %c
