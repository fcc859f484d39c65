# Operands are cast where autocast casts them, once for all users and again behind a write; weights too, where modules
# become functions. What a value is under autocast is noted.
# RUN: fx-opt %s --print-meta '--passes=shape-prop<x=2x4>,mixed-precision<bfloat16>' --verify-each 2>&1 | FileCheck %s
module Net {
  fc: torch::nn::Linear(in_features = 4, out_features = 4)
  norm: torch::nn::LayerNorm(normalized_shape = [4])
}
graph():
  %x : = placeholder[target=x]
  %one : = call_module[target=fc](args = (%x,), kwargs = {})
  %relu : = call_function[target=torch.relu](args = (%one,), kwargs = {})
  %two : = call_module[target=fc](args = (%relu,), kwargs = {})
  %norm : = call_module[target=norm](args = (%x,), kwargs = {})
  %t : = call_method[target=t](args = (%x,), kwargs = {})
  %three : = call_function[target=torch.matmul](args = (%norm, %t), kwargs = {})
  %add_ : = call_method[target=add_](args = (%norm, 1), kwargs = {})
  %four : = call_function[target=torch.matmul](args = (%three, %norm), kwargs = {})
  %stack : = call_function[target=torch.stack](args = ([%two, %x],), kwargs = {})
  return (%four, %stack)
# CHECK: remark: mixed-precision: 5 calls with operands cast, 7 casts, 0 regions of autocast
# CHECK: %x : {{.*}}placeholder
# CHECK-NEXT: %to : {{.*}}call_method[target=to](args = (%x, torch.bfloat16)
# CHECK-NEXT: %fc_weight : {{.*}}get_attr[target=fc.weight]
# CHECK-NEXT: %to_1 : {{.*}}call_method[target=to](args = (%fc_weight, torch.bfloat16){{.*}}bfloat16
# CHECK-NEXT: %fc_bias : {{.*}}get_attr[target=fc.bias]
# CHECK-NEXT: %to_2 : {{.*}}call_method[target=to](args = (%fc_bias, torch.bfloat16)
# CHECK-NEXT: %t_1 : {{.*}}call_method[target=t](args = (%to_1,)
# CHECK-NEXT: %addmm : {{.*}}call_function[target=torch.addmm](args = (%to_2, %to, %t_1){{.*}}bfloat16
# CHECK-NEXT: %relu : {{.*}}(args = (%addmm,){{.*}}bfloat16
# CHECK-NEXT: %t_2 : {{.*}}call_method[target=t](args = (%to_1,)
# CHECK-NEXT: %addmm_1 : {{.*}}call_function[target=torch.addmm](args = (%to_2, %relu, %t_2)
# CHECK-NEXT: %norm : {{.*}}call_module[target=norm](args = (%x,)
# CHECK-NEXT: %t : {{.*}}(args = (%x,)
# CHECK-NEXT: %to_3 : {{.*}}(args = (%norm, torch.bfloat16)
# CHECK-NEXT: %to_4 : {{.*}}(args = (%t, torch.bfloat16)
# CHECK-NEXT: %three : {{.*}}call_function[target=torch.matmul](args = (%to_3, %to_4)
# CHECK-NEXT: %add_
# CHECK-NEXT: %to_5 : {{.*}}(args = (%norm, torch.bfloat16)
# CHECK-NEXT: %four : {{.*}}(args = (%three, %to_5)
# CHECK-NEXT: %to_6 : {{.*}}(args = (%addmm_1, torch.float32)
# CHECK-NEXT: %stack : {{.*}}(args = ([%to_6, %x],)
