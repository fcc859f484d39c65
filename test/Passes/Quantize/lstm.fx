# An LSTM becomes torch.lstm with rounded weights, which starts at zeros where the module does. One whose results are
# used as one value stays, and so do other recurrent layers.
# REQUIRES: libtorch
# RUN: fx-opt %s '--passes=shape-prop<x=2x3x6>,quantize' --verify-each 2>&1 | FileCheck %s
module Net [eval] {
  lstm: torch::nn::LSTM(input_size = 6, hidden_size = 10) {bidirectional = True, batch_first = True}
  gru: torch::nn::GRU(input_size = 6, hidden_size = 10)
}
graph():
  %x : = placeholder[target=x]
  %one : = call_module[target=lstm](args = (%x,), kwargs = {})
  %out : = call_function[target=operator.getitem](args = (%one, 0), kwargs = {})
  %state : = call_function[target=operator.getitem](args = (%one, 1), kwargs = {})
  %h : = call_function[target=operator.getitem](args = (%state, 0), kwargs = {})
  %c : = call_function[target=operator.getitem](args = (%state, 1), kwargs = {})
  %two : = call_module[target=lstm](args = (%x, (%c, %h)), kwargs = {})
  %last : = call_function[target=operator.getitem](args = (%two, 0), kwargs = {})
  # CHECK: [[@LINE+1]]:3: remark: this layer is left: its results are used as one value
  %three : = call_module[target=lstm](args = (%x,), kwargs = {})
  %pair : = call_function[target=operator.getitem](args = (%three, 1), kwargs = {})
  # CHECK: [[@LINE+1]]:3: remark: this layer is left: its state is given by a value that is no pair of tensors
  %four : = call_module[target=lstm](args = (%x, %pair), kwargs = {})
  %more : = call_function[target=operator.getitem](args = (%four, 0), kwargs = {})
  # CHECK: [[@LINE+1]]:3: remark: this layer is left: it is recurrent, and no LSTM
  %gru : = call_module[target=gru](args = (%x,), kwargs = {})
  return (%out, %c, %last, %three, %more, %gru)
# CHECK: remark: quantize: 2 layers have weights of int8
# CHECK: %size : {{.*}}call_method[target=size](args = (%x, 0)
# CHECK-NEXT: %new_zeros : {{.*}}call_method[target=new_zeros](args = (%x, (2, %size, 10))
# CHECK-NEXT: %lstm : {{.*}}call_function[target=torch.lstm](args = (%x, [%new_zeros, %new_zeros], [%dequantize, %dequantize_1, %lstm_bias_ih_l0, %lstm_bias_hh_l0, %dequantize_2, %dequantize_3, %lstm_bias_ih_l0_reverse, %lstm_bias_hh_l0_reverse], True, 1, 0.0, False, True, True)
# CHECK-NEXT: %out : {{.*}}(args = (%lstm, 0)
# CHECK-NEXT: %h : {{.*}}(args = (%lstm, 1)
# CHECK-NEXT: %c : {{.*}}(args = (%lstm, 2)
# CHECK: %lstm_1 : {{.*}}call_function[target=torch.lstm](args = (%x, [%c, %h], [%dequantize, %dequantize_1,
# CHECK-NEXT: %last : {{.*}}(args = (%lstm_1, 0)
# CHECK-NEXT: %three : {{.*}}call_module[target=lstm](args = (%x,)
