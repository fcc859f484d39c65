// C++ and Python have no modules made of a graph: the error names one, and the pass that takes them back.
// RUN: not fx-opt %s --emit=python 2>&1 | FileCheck %s
// RUN: not fx-opt %s --emit=cpp 2>&1 | FileCheck %s
// RUN: not fx-opt %s --emit=torchscript 2>&1 | FileCheck %s
// RUN: fx-opt %s --passes=inline-modules,remove-unused-modules --emit=python | FileCheck %s --check-prefix=TAKEN
// CHECK: error: 'part' has a graph of its own, which a pass made; take it back with --passes=inline-modules,remove-unused-modules
// TAKEN: neg = x.neg();  x = None
module Net {
  part: graph Part {
    graph():
        %y : [num_users=1] = placeholder[target=y]
        %neg : [num_users=1] = call_method[target=neg](args = (%y,), kwargs = {})
        return %neg
  }
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %part : [num_users=1] = call_module[target=part](args = (%x,), kwargs = {})
    return %part
