// The modules of a Sequential become children of what holds it, in its place; graphs, the init graph and the
// modules inside go along, in all objects of the class.
// RUN: fx-opt %s --passes=sequential-to-members --verify-each 2>&1 | FileCheck %s
// RUN: not fx-opt %s '--passes=sequential-to-members<target=a.first>' 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not fx-opt %s --passes=members-to-sequential 2>&1 | FileCheck %s --check-prefix=SOURCE
// OTHER: 'a.first' is no torch::nn::Sequential that a class of yours holds [sequential-expected]
// SOURCE: the statements of the method do not stand in a file as they are [run-without-source]

// CHECK:      remark: saved weights: what is 'a.layers.0.*' there is 'a.linear.*' in the model now
// CHECK:      remark: saved weights: what is 'a.layers.act.*' there is 'a.act.*' in the model now
// CHECK:        a: Block {
// CHECK-NEXT:     first: torch::nn::ReLU()
// CHECK-NEXT:     linear: torch::nn::Linear(in_features = 1, out_features = 1)
// CHECK-NEXT:     act: torch::nn::Tanh()
// CHECK-NEXT:     last: torch::nn::ReLU()
// CHECK-NEXT:   }
// CHECK-NEXT:   b: Block {
// CHECK-NEXT:     first: torch::nn::ReLU()
// CHECK-NEXT:     linear: torch::nn::Linear(in_features = 1, out_features = 1)
// CHECK:      init():
// CHECK:        get_attr[target=a.linear.weight]
// CHECK:      graph():
// CHECK:        call_module[target=a.linear]
// CHECK:        call_module[target=a.act]
// CHECK:        call_module[target=b.linear]
module Net {
  a: Block {
    first: torch::nn::ReLU()
    layers: torch::nn::Sequential {
      0: torch::nn::Linear(in_features = 1, out_features = 1)
      act: torch::nn::Tanh()
    }
    last: torch::nn::ReLU()
  }
  b: Block {
    first: torch::nn::ReLU()
    layers: torch::nn::Sequential {
      0: torch::nn::Linear(in_features = 1, out_features = 1)
      act: torch::nn::Tanh()
    }
    last: torch::nn::ReLU()
  }
}
init():
  %w : [num_users=1] = get_attr[target=a.layers.0.weight]
  %fill : [num_users=0] = call_function[target=torch.nn.init.constant_](args = (%w, 1.0), kwargs = {})
graph():
  %x : [num_users=1] = placeholder[target=x]
  %y : [num_users=1] = call_module[target=a.layers.0](args = (%x,), kwargs = {})
  %z : [num_users=1] = call_module[target=a.layers.act](args = (%y,), kwargs = {})
  %u : [num_users=1] = call_module[target=b.layers.0](args = (%z,), kwargs = {})
  return %u
