// Layers of one input become one, with zeros for the bias that one of them lacks; what is written to or
// returned is copied out. What follows from another layer's result has its own group.
// RUN: fx-opt %s --passes=merge-linears --verify-each --split-input-file 2>&1 | FileCheck %s
// RUN: fx-opt %s --passes='merge-linears,const-fold<weights>' --split-input-file | FileCheck %s --check-prefix=FOLDED

// FOLDED: folding graph():
// FOLDED: torch.cat
// FOLDED: {{^}}graph():
// FOLDED-NOT: torch.cat
// FOLDED: training graph():

// CHECK: remark: 3 linear layers are one
// CHECK: remark: 2 linear layers are one
// CHECK: {{^}}graph():
// CHECK-NEXT: %x : {{.*}} = placeholder[target=x]
// CHECK-NEXT: %[[QW:[a-z0-9_]+]] : {{.*}} = get_attr[target=q.weight]
// CHECK: %[[ZEROS:[a-z0-9_]+]] : {{.*}} = call_method[target=new_zeros](args = (%{{.*}}, (4,)), kwargs = {})
// CHECK: %[[W:[a-z0-9_]+]] : {{.*}} = call_function[target=torch.cat](args = ([%[[QW]], %{{.*}}, %{{.*}}],)
// CHECK: %[[B:[a-z0-9_]+]] : {{.*}} = call_function[target=torch.cat](args = ([%{{.*}}, %[[ZEROS]], %{{.*}}],)
// CHECK: %[[ALL:[a-z0-9_]+]] : {{.*}} = call_function[target=torch._C._nn.linear](args = (%x, %[[W]], %[[B]])
// CHECK: %[[PARTS:[a-z0-9_]+]] : {{.*}} = call_method[target=split_with_sizes](args = (%[[ALL]], [4, 4, 6], -1), kwargs = {})
// CHECK: %[[Q:[a-z0-9_]+]] : {{.*}} = call_function[target=operator.getitem](args = (%[[PARTS]], 0)
// CHECK: %[[K:[a-z0-9_]+]] : {{.*}} = call_function[target=operator.getitem](args = (%[[PARTS]], 1)
// CHECK: %[[WRITTEN:[a-z0-9_]+]] : {{.*}} = call_method[target=clone](args = (%[[K]],), kwargs = {memory_format: torch.contiguous_format})
// CHECK: %[[V:[a-z0-9_]+]] : {{.*}} = call_function[target=operator.getitem](args = (%[[PARTS]], 2)
// CHECK: %[[RETURNED:[a-z0-9_]+]] : {{.*}} = call_method[target=clone](args = (%[[V]],)
// CHECK: call_function[target=torch.relu](args = (%[[Q]],)
// CHECK: call_method[target=add_](args = (%[[WRITTEN]], 1)
// CHECK: split_with_sizes
// CHECK: training graph():
// CHECK: call_module[target=q]
module Net {
  q: torch::nn::Linear(in_features = 4, out_features = 4)
  k: torch::nn::Linear(in_features = 4, out_features = 4) {bias = False}
  v: torch::nn::Linear(in_features = 4, out_features = 6)
  one: torch::nn::Linear(in_features = 4, out_features = 4)
  two: torch::nn::Linear(in_features = 4, out_features = 4)
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %q : [num_users=1] = call_module[target=q](args = (%x,), kwargs = {})
    %k : [num_users=1] = call_module[target=k](args = (%x,), kwargs = {})
    %v : [num_users=1] = call_module[target=v](args = (%x,), kwargs = {})
    %r : [num_users=2] = call_function[target=torch.relu](args = (%q,), kwargs = {})
    %k_1 : [num_users=1] = call_method[target=add_](args = (%k, 1), kwargs = {})
    %one : [num_users=1] = call_module[target=one](args = (%r,), kwargs = {})
    %one_1 : [num_users=1] = call_function[target=torch.relu](args = (%one,), kwargs = {})
    %two : [num_users=1] = call_module[target=two](args = (%r,), kwargs = {})
    %total : [num_users=1] = call_function[target=operator.add](args = (%one_1, %two), kwargs = {})
    %total_1 : [num_users=1] = call_function[target=operator.add](args = (%total, %k_1), kwargs = {})
    return (%total_1, %v)
