# Weights are rounded by rows, and what linear layers take by its own range: both once for all users, and again behind
# a write. A layer becomes the function that it runs.
# REQUIRES: libtorch
# RUN: fx-opt %s '--passes=shape-prop<x=2x4>,quantize' --verify-each 2>&1 | FileCheck %s
module Net [eval] {
  a: torch::nn::Linear(in_features = 4, out_features = 4)
  b: torch::nn::Linear(in_features = 4, out_features = 4, bias = False)
}
graph():
  %x : = placeholder[target=x]
  %one : = call_module[target=a](args = (%x,), kwargs = {})
  %two : = call_module[target=b](args = (%x,), kwargs = {})
  %clone : = call_method[target=clone](args = (%two,), kwargs = {})
  %three : = call_module[target=a](args = (%clone,), kwargs = {})
  %add_ : = call_method[target=add_](args = (%clone, 1), kwargs = {})
  %four : = call_module[target=a](args = (%clone,), kwargs = {})
  return (%one, %three, %four)
# CHECK: remark: quantize: 4 layers have weights of int8
# CHECK: %x : {{.*}}placeholder
# CHECK-NEXT: %quantize_per_tensor_dynamic : {{.*}}call_function[target=torch.quantize_per_tensor_dynamic](args = (%x, torch.quint8, True)
# CHECK-NEXT: %dequantize : [num_users=2] = call_method[target=dequantize](args = (%quantize_per_tensor_dynamic,)
# CHECK-NEXT: %a_weight : {{.*}}get_attr[target=a.weight]
# CHECK-NEXT: %abs_1 : {{.*}}call_method[target=abs](args = (%a_weight,)
# CHECK-NEXT: %flatten : {{.*}}call_method[target=flatten](args = (%abs_1, 1)
# CHECK-NEXT: %amax : {{.*}}call_method[target=amax](args = (%flatten, 1)
# CHECK-NEXT: %to : {{.*}}call_method[target=to](args = (%amax, torch.float64)
# CHECK-NEXT: %truediv : {{.*}}call_function[target=operator.truediv](args = (%to, 127.5)
# CHECK-NEXT: %clamp_min : {{.*}}call_method[target=clamp_min](args = (%truediv, 1.1920928955078125e-07)
# CHECK-NEXT: %zeros_like : {{.*}}call_function[target=torch.zeros_like](args = (%clamp_min,), kwargs = {dtype: torch.int64})
# CHECK-NEXT: %quantize_per_channel : {{.*}}call_function[target=torch.quantize_per_channel](args = (%a_weight, %clamp_min, %zeros_like, 0, torch.qint8)
# CHECK-NEXT: %dequantize_1 : [num_users=3] = call_method[target=dequantize](args = (%quantize_per_channel,)
# CHECK-NEXT: %a_bias : {{.*}}get_attr[target=a.bias]
# CHECK-NEXT: %linear : {{.*}}(args = (%dequantize, %dequantize_1, %a_bias)
# CHECK: %linear_1 : {{.*}}(args = (%dequantize, %dequantize_2)
# CHECK: %dequantize_3 : {{.*}}call_method[target=dequantize]
# CHECK: %linear_2 : {{.*}}(args = (%dequantize_3, %dequantize_1,
# CHECK-NEXT: %add_ :
# CHECK-NEXT: {{.*}}call_function[target=torch.quantize_per_tensor_dynamic](args = (%clone, torch.quint8, True)
# CHECK-NEXT: %dequantize_4 :
# CHECK: %linear_3 : {{.*}}(args = (%dequantize_4, %dequantize_1,
# CHECK: return (%linear, %linear_2, %linear_3)
