# Where autocast casts what a call computes inside, and where it is not known what a call does, autocast stays on
# around it; neighbours share that.
# RUN: fx-opt %s '--passes=shape-prop<x=2x3x4>,mixed-precision' --verify-each 2>&1 | FileCheck %s
module Net {
  lstm: torch::nn::LSTM(input_size = 4, hidden_size = 5)
}
graph():
  %x : = placeholder[target=x]
  # CHECK: [[@LINE+1]]:3: remark: autocast stays on for 'lstm': autocast casts what it computes inside
  %lstm : = call_module[target=lstm](args = (%x,), kwargs = {})
  %out : = call_function[target=operator.getitem](args = (%lstm, 0), kwargs = {})
  # CHECK: [[@LINE+1]]:3: remark: autocast stays on for 'einsum'
  %einsum : = call_function[target=torch.functional.einsum](args = ("bij,bkj->bik", [%out, %out]), kwargs = {})
  # CHECK: [[@LINE+1]]:3: remark: autocast stays on for 'mine': an operand of it is not known, or it is nothing that LibTorch runs
  %mine : = call_function[target=mylib.mine](args = (%out,), kwargs = {})
  return (%einsum, %mine)
# CHECK: remark: mixed-precision: 0 calls with operands cast, 0 casts, 2 regions of autocast
# CHECK: %autocast : {{.*}}call_function[target=torch.autocast](args = ("cpu", torch.bfloat16)
# CHECK-NEXT: call_method[target=__enter__](args = (%autocast,)
# CHECK-NEXT: %lstm :
# CHECK-NEXT: call_method[target=__exit__](args = (%autocast, None, None, None)
# CHECK-NEXT: %out :
# CHECK-NEXT: %autocast_1 :
# CHECK-NEXT: call_method[target=__enter__](args = (%autocast_1,)
# CHECK-NEXT: %einsum :
# CHECK-NEXT: %mine :
# CHECK-NEXT: call_method[target=__exit__](args = (%autocast_1, None, None, None)
