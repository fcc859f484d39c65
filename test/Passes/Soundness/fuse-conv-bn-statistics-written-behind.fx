// The fused weights have to be computed of the statistics as the normalisation reads them, between the writes.
// RUN: fx-opt %s --passes=fuse-conv-bn --verify-each | FileCheck %s

// CHECK: %m : {{.*}}get_attr[target=bn.running_mean]
// CHECK-NEXT: %add_ : {{.*}}call_method[target=add_](args = (%m, 1)
// CHECK-NEXT: %bn_running_var : {{.*}}get_attr[target=bn.running_var]
// CHECK-NEXT: %add : {{.*}}call_function[target=operator.add](args = (%bn_running_var, 1e-05)
// CHECK-NEXT: %rsqrt : {{.*}}call_function[target=torch.rsqrt](args = (%add,)
// CHECK-NEXT: %bn_weight : {{.*}}get_attr[target=bn.weight]
// CHECK-NEXT: %mul : {{.*}}call_function[target=operator.mul](args = (%rsqrt, %bn_weight)
// CHECK-NEXT: %conv_weight : {{.*}}get_attr[target=conv.weight]
// CHECK-NEXT: %reshape : {{.*}}call_method[target=reshape](args = (%mul, -1, 1, 1, 1)
// CHECK-NEXT: %mul_1 : {{.*}}call_function[target=operator.mul](args = (%conv_weight, %reshape)
// CHECK-NEXT: %bn_running_mean : {{.*}}get_attr[target=bn.running_mean]
// CHECK-NEXT: %conv_bias : {{.*}}get_attr[target=conv.bias]
// CHECK-NEXT: %sub : {{.*}}call_function[target=operator.sub](args = (%conv_bias, %bn_running_mean)
// CHECK-NEXT: %mul_2 : {{.*}}call_function[target=operator.mul](args = (%sub, %mul)
// CHECK-NEXT: %bn_bias : {{.*}}get_attr[target=bn.bias]
// CHECK-NEXT: %add_1 : {{.*}}call_function[target=operator.add](args = (%mul_2, %bn_bias)
// CHECK-NEXT: %conv2d : {{.*}}call_function[target=torch.conv2d](args = (%x, %mul_1, %add_1, 1, 0, 1, 1)
// CHECK-NEXT: %add__1 : {{.*}}call_method[target=add_](args = (%m, 1)
// CHECK-NEXT: return %conv2d
module Net [eval] {
  conv: torch::nn::Conv2d(in_channels = 3, out_channels = 4, kernel_size = 3)
  bn: torch::nn::BatchNorm2d(num_features = 4)
}
graph():
    %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 3, 6, 6), "dtype": torch.float32, "stride": (108, 36, 6, 1)}}
    %m : = get_attr[target=bn.running_mean]
    %add_ : = call_method[target=add_](args = (%m, 1), kwargs = {})
    %conv : = call_module[target=conv](args = (%x,), kwargs = {})
    %b : = call_module[target=bn](args = (%conv,), kwargs = {})
    %add__1 : = call_method[target=add_](args = (%m, 1), kwargs = {})
    return %b
