# Nodes of a graph module run with the operands of its calls; where calls differ in a shape, it is not noted.
# RUN: fx-opt %s --print-meta --verify-each '--passes=shape-prop<x=2x4;y=6x4>' 2>&1 | FileCheck %s
# RUN: fx-opt %s --print-meta --verify-each '--passes=shape-prop<x=2x4;y=2x4>' 2>&1 | FileCheck %s --check-prefix=SAME
module Net {
  part: graph part {
    fc: torch::nn::Linear(in_features = 4, out_features = 4)
    graph():
      %a : = placeholder[target=a]
      %weight : = get_attr[target=fc.weight]
      %fc : = call_module[target=fc](args = (%a,), kwargs = {})
      %mm : = call_function[target=torch.mm](args = (%fc, %weight), kwargs = {})
      %size : = call_method[target=size](args = (%mm, 0), kwargs = {})
      %zeros : = call_function[target=torch.zeros](args = ([%size, 4],), kwargs = {})
      return (%mm, %zeros)
  }
}
graph():
  %x : = placeholder[target=x]
  %y : = placeholder[target=y]
  %one : = call_module[target=part](args = (%x,), kwargs = {})
  %two : = call_module[target=part](args = (%y,), kwargs = {})
  %first : = call_function[target=operator.getitem](args = (%one, 0), kwargs = {})
  %second : = call_function[target=operator.getitem](args = (%two, 1), kwargs = {})
  return (%first, %second)
# CHECK:      %a : {{[^:]*$}}
# CHECK-NEXT: %weight : {{.*}}tensor_meta: {"shape": (4, 4)
# CHECK-NEXT: %fc : {{[^:]*$}}
# CHECK-NEXT: %mm : {{[^:]*$}}
# CHECK:      %first : {{.*}}tensor_meta: {"shape": (2, 4)
# CHECK:      %second : {{.*}}tensor_meta: {"shape": (6, 4)
# SAME:      %a : {{.*}}tensor_meta: {"shape": (2, 4)
# SAME:      %mm : {{.*}}tensor_meta: {"shape": (2, 4)
# SAME:      %zeros : {{.*}}tensor_meta: {"shape": (2, 4)
