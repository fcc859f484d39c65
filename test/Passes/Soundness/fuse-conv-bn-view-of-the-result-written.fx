// What is normalised is the result of the convolution after the write to a view of it.
// RUN: fx-opt %s --passes=fuse-conv-bn --verify-each | FileCheck %s

// CHECK: %a : {{.*}}call_module[target=conv](args = (%x,)
// CHECK-NEXT: %v : {{.*}}call_function[target=operator.getitem](args = (%a, 0)
// CHECK-NEXT: %relu_ : {{.*}}call_method[target=relu_](args = (%v,)
// CHECK-NEXT: %bn : {{.*}}call_module[target=bn](args = (%a,)
// CHECK-NEXT: return %bn
module Net [eval] {
  conv: torch::nn::Conv2d(in_channels = 3, out_channels = 4, kernel_size = 3)
  bn: torch::nn::BatchNorm2d(num_features = 4)
}
graph():
    %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 3, 6, 6), "dtype": torch.float32, "stride": (108, 36, 6, 1)}}
    %a : = call_module[target=conv](args = (%x,), kwargs = {})
    %v : = call_function[target=operator.getitem](args = (%a, 0), kwargs = {})
    %relu_ : = call_method[target=relu_](args = (%v,), kwargs = {})
    %bn : = call_module[target=bn](args = (%a,), kwargs = {})
    return %bn
