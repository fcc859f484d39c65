# quantize<weights> leaves what layers take, and rounds the weights of convolutions too; const-fold<weights> computes
# them once.
# REQUIRES: libtorch
# RUN: fx-opt %s '--passes=shape-prop<x=2x4x9x9>,quantize<weights>,const-fold<weights>' --verify-each 2>&1 | FileCheck %s
# RUN: fx-opt %s '--passes=shape-prop<x=2x4x9x9>,quantize' 2>&1 | FileCheck %s --check-prefix=LINEAR
module Net [eval] {
  conv: torch::nn::Conv2d(in_channels = 4, out_channels = 4, kernel_size = [3, 3], stride = [2, 2])
  up: torch::nn::ConvTranspose2d(in_channels = 4, out_channels = 4, kernel_size = [3, 3])
  fc: torch::nn::Linear(in_features = 6, out_features = 2)
}
graph():
  %x : = placeholder[target=x]
  %conv : = call_module[target=conv](args = (%x,), kwargs = {})
  %up : = call_module[target=up](args = (%conv,), kwargs = {})
  %fc : = call_module[target=fc](args = (%up,), kwargs = {})
  return %fc
# CHECK: remark: quantize: 2 layers have weights of int8
# CHECK: folding graph():
# CHECK: %quantize_per_channel :
# CHECK: %quantize_per_channel_1 :
# CHECK: graph():
# CHECK-NEXT: %x :
# CHECK-NEXT: %dequantize_folded : {{.*}}get_attr[target=dequantize_folded]
# CHECK-NEXT: %conv_bias :
# CHECK-NEXT: %conv2d : {{.*}}call_function[target=torch.conv2d](args = (%x, %dequantize_folded, %conv_bias, [2, 2])
# CHECK-NEXT: %up : {{.*}}call_module[target=up](args = (%conv2d,)
# CHECK-NEXT: %dequantize_1_folded :
# CHECK-NEXT: %fc_bias :
# CHECK-NEXT: %linear : {{.*}}call_function[target=torch._C._nn.linear](args = (%up, %dequantize_1_folded, %fc_bias)
# LINEAR: remark: quantize: 1 layers have weights of int8
# LINEAR: call_module[target=conv]
# LINEAR: torch.quantize_per_tensor_dynamic](args = (%up, torch.quint8, True)
