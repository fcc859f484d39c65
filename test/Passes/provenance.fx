# What a pass made says of which nodes, by which pass, and how: with --print-meta, which parses back, and as JSON.
# RUN: fx-opt %s --passes='cse,fuse-conv-bn' --print-meta > %t.fx
# RUN: FileCheck %s --check-prefix=FUSED < %t.fx
# RUN: fx-opt %t.fx --print-meta | diff %t.fx -
# RUN: fx-opt %s --passes='split-module<by=size;size=2>' --print-meta | FileCheck %s --check-prefix=SPLIT
# RUN: fx-opt %s --passes='split-module<by=size;size=2>,inline-modules' --print-meta | FileCheck %s --check-prefix=BACK
# RUN: fx-opt %s --passes='cse' --emit=json | FileCheck %s --check-prefix=JSON
# RUN: fx-opt %s --passes='legalize,dce' --print-meta | FileCheck %s --check-prefix=NONE --implicit-check-not=from_node

# The convolution with other weights stands for the normalisation and the convolution that only it used;
# what its weights are made of was made for its sake. A node that stands for another one, too, says so.
# FUSED: %bn_running_var {{.*}} meta = {from_node: [{"name": "bn", "target": "bn", "pass_name": "fuse-conv-bn", "action": "create"}, {"name": "conv", "target": "conv", "pass_name": "fuse-conv-bn", "action": "create"}]}
# FUSED: %conv2d {{.*}} meta = {from_node: [{"name": "bn", "target": "bn", "pass_name": "fuse-conv-bn", "action": "create+replace"}, {"name": "conv", "target": "conv", "pass_name": "fuse-conv-bn", "action": "create+replace"}]}
# FUSED: %a {{.*}} meta = {from_node: [{"name": "b", "target": "torch.relu", "pass_name": "cse", "action": "replace"}]}
# FUSED: %add {{[^{]*}}kwargs = {}){{$}}

# SPLIT-LABEL: graph submod_0
# SPLIT: %bn {{.*}} meta = {from_node: [{"name": "bn", "target": "bn", "pass_name": "split-module", "action": "create"}]}
# SPLIT-LABEL: {{^}}graph():
# SPLIT: %submod_0 {{.*}} meta = {from_node: [{"name": "bn", "target": "bn", "pass_name": "split-module", "action": "create+replace"}]}

# A step has those before it.
# BACK-LABEL: {{^}}graph():
# BACK: %bn {{.*}} meta = {from_node: [{"name": "bn", "target": "bn", "pass_name": "inline-modules", "action": "create", "from_node": [{"name": "bn", "target": "bn", "pass_name": "split-module", "action": "create"}]}, {"name": "submod_0", "target": "submod_0", "pass_name": "inline-modules", "action": "create+replace", "from_node": [{"name": "bn", "target": "bn", "pass_name": "split-module", "action": "create+replace"}]}]}

# JSON: "name": "a", "op": "call_function"
# JSON-SAME: "from_node": [{"pass_name": "cse", "action": "replace", "name": "b", "target": "torch.relu"}]

# NONE: return %add
module Net {
  conv: torch::nn::Conv2d(in_channels = 3, out_channels = 8, kernel_size = [3, 3])
  bn: torch::nn::BatchNorm2d(num_features = 8)
}
graph():
  %x : = placeholder[target=x]
  %conv : = call_module[target=conv](args = (%x,), kwargs = {})
  %bn : = call_module[target=bn](args = (%conv,), kwargs = {})
  %a : = call_function[target=torch.relu](args = (%bn,), kwargs = {})
  %b : = call_function[target=torch.relu](args = (%bn,), kwargs = {})
  %add : = call_function[target=operator.add](args = (%a, %b), kwargs = {})
  return %add
