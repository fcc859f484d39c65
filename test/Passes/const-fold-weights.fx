// const-fold<weights>: what depends on weights alone becomes buffers, and the graph that computes
// them stays in the model; the text form keeps all of it.
// RUN: fx-opt %s --passes='const-fold<weights>' > %t.fx && FileCheck %s < %t.fx
// RUN: fx-opt %t.fx | diff %t.fx -
// RUN: fx-opt %t.fx --passes='const-fold<weights>,dce' | diff %t.fx -
// RUN: fx-opt %s --passes='const-fold<weights>,remove-unused-modules' | FileCheck %s --check-prefix=UNUSED

// UNUSED-NOT: unused:
// UNUSED: bn: torch::nn::BatchNorm2d
// UNUSED-NOT: unused:
// UNUSED: folding graph():

// Random numbers, memory that is written to, what is returned, views of weights, what a caller may
// have passed and numbers stay.
// CHECK:      module Net [eval] {
// CHECK-NEXT:   parameter w = %r
// CHECK-NEXT:   buffer h = %r_1 {persistent = False}
// CHECK-NEXT:   buffer scaled_folded: undefined {persistent = False}
// CHECK-NEXT:   buffer rsqrt_folded: undefined {persistent = False}
// CHECK:      folding graph():
// CHECK-NEXT:   %w : [num_users=1] = get_attr[target=w]
// CHECK-NEXT:   %scaled : [num_users=1] = call_function[target=operator.mul](args = (%w, 2), kwargs = {})
// CHECK-NEXT:   %bn_running_var : [num_users=1] = get_attr[target=bn.running_var]
// CHECK-NEXT:   %rsqrt : [num_users=1] = call_function[target=torch.rsqrt](args = (%bn_running_var,), kwargs = {})
// CHECK-NEXT:   return {"scaled_folded": %scaled, "rsqrt_folded": %rsqrt}
// CHECK:      graph():
// CHECK-NEXT:   %x : {{.*}} = placeholder[target=x]
// CHECK-NEXT:   %w : {{.*}} = get_attr[target=w]
// CHECK-NEXT:   %scaled_folded : {{.*}} = get_attr[target=scaled_folded]
// CHECK-NEXT:   %noise : {{.*}} = call_function[target=torch.rand_like](args = (%w,), kwargs = {})
// CHECK-NEXT:   %returned : {{.*}} = call_function[target=operator.mul](args = (%w, 3), kwargs = {})
// CHECK-NEXT:   %view : {{.*}} = call_method[target=t](args = (%w,), kwargs = {})
// CHECK-NEXT:   %zeros : {{.*}} = call_function[target=torch.zeros](args = ((2, 2),), kwargs = {})
// CHECK-NEXT:   %row : {{.*}} = call_method[target=select](args = (%zeros, 0, 0), kwargs = {})
// CHECK-NEXT:   %written : {{.*}} = call_method[target=add_](args = (%row, 1), kwargs = {})
// CHECK-NEXT:   %h : {{.*}} = get_attr[target=h]
// CHECK-NEXT:   %kept : {{.*}} = call_function[target=operator.mul](args = (%h, 2), kwargs = {})
// CHECK-NEXT:   %rsqrt_folded : {{.*}} = get_attr[target=rsqrt_folded]
module Net [eval] {
  parameter w = %r
  buffer h = %r_1 {persistent = False}
  bn: torch::nn::BatchNorm2d(num_features = 2)
  unused: torch::nn::Linear(in_features = 2, out_features = 2)
}
init():
    %r : [num_users=0] = call_function[target=torch.rand](args = ((2, 2),), kwargs = {})
    %r_1 : [num_users=0] = call_function[target=torch.rand](args = ((2, 2),), kwargs = {})
graph():
    %x : [num_users=1] = placeholder[target=x]
    %w : [num_users=4] = get_attr[target=w]
    %scaled : [num_users=1] = call_function[target=operator.mul](args = (%w, 2), kwargs = {})
    %noise : [num_users=1] = call_function[target=torch.rand_like](args = (%w,), kwargs = {})
    %returned : [num_users=1] = call_function[target=operator.mul](args = (%w, 3), kwargs = {})
    %view : [num_users=1] = call_method[target=t](args = (%w,), kwargs = {})
    %zeros : [num_users=2] = call_function[target=torch.zeros](args = ((2, 2),), kwargs = {})
    %row : [num_users=1] = call_method[target=select](args = (%zeros, 0, 0), kwargs = {})
    %written : [num_users=0] = call_method[target=add_](args = (%row, 1), kwargs = {})
    %h : [num_users=1] = get_attr[target=h]
    %kept : [num_users=1] = call_function[target=operator.mul](args = (%h, 2), kwargs = {})
    %bn_running_var : [num_users=1] = get_attr[target=bn.running_var]
    %rsqrt : [num_users=1] = call_function[target=torch.rsqrt](args = (%bn_running_var,), kwargs = {})
    %y : [num_users=1] = call_function[target=operator.add](args = (%x, %scaled), kwargs = {})
    %y_1 : [num_users=1] = call_function[target=operator.add](args = (%y, %noise), kwargs = {})
    %y_2 : [num_users=1] = call_function[target=torch.matmul](args = (%y_1, %view), kwargs = {})
    %y_3 : [num_users=1] = call_function[target=operator.add](args = (%y_2, %zeros), kwargs = {})
    %y_4 : [num_users=1] = call_function[target=operator.add](args = (%y_3, %kept), kwargs = {})
    %y_5 : [num_users=1] = call_function[target=operator.mul](args = (%y_4, %rsqrt), kwargs = {})
    return (%y_5, %returned)
