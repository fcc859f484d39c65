// A module made of a graph that holds a parameter itself is no class yet: the error names it, and the pass that takes it back.
// RUN: not fx-opt %s --emit=python 2>&1 | FileCheck %s
// RUN: not fx-opt %s --emit=cpp 2>&1 | FileCheck %s
// RUN: not fx-opt %s --emit=torchscript 2>&1 | FileCheck %s
// CHECK: error: 'part' has a graph and tensors of its own; take it back with --passes=inline-modules,remove-unused-modules [graph-module-not-written]
module Net {
  part: graph Part {
    parameter w = %ones
    graph():
        %y : [num_users=1] = placeholder[target=y]
        %w : [num_users=1] = get_attr[target=w]
        %add : [num_users=1] = call_function[target=torch.add](args = (%y, %w), kwargs = {})
        return %add
  }
}
init():
    %ones : [num_users=0] = call_function[target=torch.ones](args = ([2],), kwargs = {})
graph():
    %x : [num_users=1] = placeholder[target=x]
    %part : [num_users=1] = call_module[target=part](args = (%x,), kwargs = {})
    return %part
