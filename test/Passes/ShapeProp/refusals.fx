# What LibTorch refuses is an error at the node, with the operands and the places where these come from.
# RUN: not fx-opt %s '--passes=shape-prop<x=2x3;y=2x5>' 2>&1 | FileCheck %s --check-prefix=ADD
# RUN: not fx-opt %s '--passes=shape-prop<x=2x3;y=2x3>' 2>&1 | FileCheck %s --check-prefix=LINEAR
# RUN: not fx-opt %s '--passes=shape-prop<x=2x3;z=2x3>' 2>&1 | FileCheck %s --check-prefix=INPUT
# RUN: not fx-opt %s '--passes=shape-prop<x=2x3.5x1>' 2>&1 | FileCheck %s --check-prefix=TEXT
# RUN: not fx-opt %s '--passes=shape-prop<x=2x3;x=2x3>' 2>&1 | FileCheck %s --check-prefix=TWICE
# RUN: not fx-opt %s '--passes=shape-prop<x>' 2>&1 | FileCheck %s --check-prefix=VALUE
# RUN: not fx-opt %s '--passes=shape-prop<x=2x3:float33>' 2>&1 | FileCheck %s --check-prefix=DTYPE
# RUN: not fx-opt %s --kernels=%t.none '--passes=shape-prop<x=2x3>' 2>&1 | FileCheck %s --check-prefix=KERNELS
module Net {
  fc: torch::nn::Linear(in_features = 4, out_features = 5)
}
graph():
  %x : = placeholder[target=x]
  # ADD: [[@LINE+5]]:3: error: 'add' fails with the example inputs: The size of tensor a (3) must match the size of tensor b (5) at non-singleton dimension 1 [shapes-refused]
  # ADD: note: 'relu' is float32[2, 3] at {{.*}}refusals.fx:[[@LINE+3]]:3
  # ADD: note: the input 'y' is float32[2, 5] at {{.*}}refusals.fx:[[@LINE+1]]:3
  %y : = placeholder[target=y]
  %relu : = call_function[target=torch.relu](args = (%x,), kwargs = {})
  %add : = call_function[target=torch.add](args = (%relu, %y), kwargs = {})
  # LINEAR: [[@LINE+4]]:3: error: 'fc' fails with the example inputs: mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5) [shapes-refused]
  # LINEAR: note: 'add' is float32[2, 3] at {{.*}}refusals.fx:[[@LINE-2]]:3
  # LINEAR: note: 'fc.weight' is float32[5, 4]
  # LINEAR: note: 'fc.bias' is float32[5]
  %fc : = call_module[target=fc](args = (%add,), kwargs = {})
  return %fc
# INPUT: error: the graph has no input 'z'; its inputs: x, y [shape-input-unknown]
# TEXT: error: 'x=2x3.5x1' cannot be read as an example input [shape-input-not-readable]
# TWICE: error: --passes: parameter 'x' of 'shape-prop' is given twice [pass-parameter-given-twice]
# VALUE: error: --passes: pass 'shape-prop' has no parameter 'x'; its parameters: INPUT=... [pass-parameter-unknown]
# DTYPE: error: 'float33' is no dtype
# KERNELS: error: cannot load '{{.*}}.none', which knows LibTorch's kernels
