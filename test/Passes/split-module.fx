// Parts by tag: values that cross are inputs and results, modules keep their place and get aliases. The
// way back gives the same graph.
// RUN: fx-opt %s --passes=split-module --verify-each | FileCheck %s
// RUN: fx-opt %s --passes='split-module,inline-modules,remove-unused-modules' --verify-each | FileCheck %s --check-prefix=BACK

// CHECK:      submod_0: graph submod_0 {
// CHECK-NEXT:     conv: unregistered alias of conv
// CHECK-NEXT:     graph():
// CHECK:          return %relu
// CHECK:      submod_1: graph submod_1 {
// CHECK:      %submod_0 : {{.*}}call_module[target=submod_0](args = (%x,), kwargs = {})
// CHECK-NEXT: %submod_1 : {{.*}}call_module[target=submod_1](args = (%submod_0, %x), kwargs = {})
// CHECK-NEXT: return %submod_1
// BACK:      module Net {
// BACK-NEXT:   conv: torch::nn::Conv2d
// BACK-NEXT: }
// BACK:      call_module[target=conv](args = (%x,)
// BACK-NEXT: torch.relu
// BACK-NEXT: operator.add](args = (%relu, %x)
module Net {
  conv: torch::nn::Conv2d(in_channels = 3, out_channels = 3, kernel_size = 3)
}
graph():
    %x : [num_users=2] = placeholder[target=x]
    %conv : [num_users=1] = call_module[target=conv](args = (%x,), kwargs = {}) meta = {tag: "first"}
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%conv,), kwargs = {}) meta = {tag: "first"}
    %add : [num_users=1] = call_function[target=operator.add](args = (%relu, %x), kwargs = {}) meta = {tag: "second"}
    return %add
