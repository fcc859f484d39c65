# Layers that may take something else than float32, weights that are results, or have no rows, stay: a remark says why.
# REQUIRES: libtorch
# RUN: fx-opt %s --passes=quantize 2>&1 | FileCheck %s --check-prefix=UNKNOWN
# RUN: fx-opt %s '--passes=shape-prop<x=4x4;y=3x4:float64>,quantize' --verify-each 2>&1 | FileCheck %s
module Net [eval] {
  parameter row = %r
  parameter wide = %r_1
  fc: torch::nn::Linear(in_features = 4, out_features = 4)
}
init():
  %r : = call_function[target=torch.rand](args = ((4,),), kwargs = {})
  %r_1 : = call_function[target=torch.rand](args = ((4, 4),), kwargs = {dtype: torch.float64})
graph():
  %x : = placeholder[target=x]
  %y : = placeholder[target=y]
  # UNKNOWN: [[@LINE+1]]:3: remark: this layer is left: nothing says that it takes float32; shape-prop or --input do
  %one : = call_module[target=fc](args = (%x,), kwargs = {})
  # CHECK: [[@LINE+1]]:3: remark: this layer is left: its weight does not follow from parameters alone
  %two : = call_function[target=torch._C._nn.linear](args = (%one, %x), kwargs = {})
  %row : = get_attr[target=row]
  # CHECK: [[@LINE+1]]:3: remark: this layer is left: its weight has no rows
  %three : = call_function[target=torch._C._nn.linear](args = (%two, %row), kwargs = {})
  %wide : = get_attr[target=wide]
  # CHECK: [[@LINE+1]]:3: remark: this layer is left: what it takes is no float32, or has no numbers
  %four : = call_function[target=torch._C._nn.linear](args = (%y, %wide), kwargs = {})
  return (%three, %four)
# CHECK: remark: quantize: 1 layers have weights of int8
# CHECK: call_function[target=torch._C._nn.linear](args = (%dequantize,
# CHECK: call_function[target=torch._C._nn.linear](args = (%y, %wide)
