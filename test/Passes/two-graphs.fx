// Passes run on the graphs of both modes: modules that training uses stay, patterns are replaced, parts
// are made and taken back, inputs become constants.
// RUN: fx-opt %s --passes=remove-unused-modules --verify-each | FileCheck %s --check-prefix=UNUSED
// RUN: fx-opt %s --passes='replace-pattern<file=%S/Inputs/rules.fx>' --verify-each | FileCheck %s --check-prefix=REPLACE
// RUN: fx-opt %s --passes='split-module<by=size;size=1>' --verify-each -o %t
// RUN: FileCheck %s --check-prefix=SPLIT < %t
// RUN: fx-opt %t --passes=inline-modules,remove-unused-modules --verify-each | FileCheck %s --check-prefix=INLINE
// RUN: fx-opt %s --passes='inline-constants<name=n;value=3>' --verify-each | FileCheck %s --check-prefix=CONSTANT
// RUN: fx-opt %s --passes=legalize --print-changed 2>&1 >/dev/null | FileCheck %s --check-prefix=CHANGED

// UNUSED: module Net {
// UNUSED-NEXT: fc: torch::nn::Linear
// UNUSED-NEXT: aux: torch::nn::Linear
// UNUSED-NEXT: }
// REPLACE: {{^}}graph():
// REPLACE: call_method[target=mean]
// REPLACE: {{^}}training graph():
// REPLACE: call_method[target=mean]
// SPLIT: {{^}}graph():
// SPLIT: call_module[target=submod_0](
// SPLIT: call_module[target=submod_1](
// SPLIT: {{^}}training graph():
// SPLIT: call_module[target=submod_0_](
// SPLIT: call_module[target=submod_1_](
// INLINE: {{^}}graph():
// INLINE-NOT: submod
// INLINE: call_module[target=fc]
// INLINE: {{^}}training graph():
// INLINE-NOT: submod
// INLINE: call_module[target=aux]
// CONSTANT: {{^}}graph():
// CONSTANT: operator.mul](args = (%{{.*}}, 3)
// CONSTANT: {{^}}training graph():
// CONSTANT: operator.add](args = (%{{.*}}, 3)
// CHANGED: legalize: no change
module Net {
  fc: torch::nn::Linear(in_features = 3, out_features = 3)
  aux: torch::nn::Linear(in_features = 3, out_features = 3)
  unused: torch::nn::ReLU()
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %n : [num_users=1] = placeholder[target=n]
    %fc : [num_users=1] = call_module[target=fc](args = (%x,), kwargs = {})
    %total : [num_users=1] = call_method[target=sum](args = (%fc,), kwargs = {})
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%total, %n), kwargs = {})
    return %mul
training graph():
    %x : [num_users=1] = placeholder[target=x]
    %n : [num_users=1] = placeholder[target=n]
    %aux : [num_users=1] = call_module[target=aux](args = (%x,), kwargs = {})
    %total : [num_users=1] = call_method[target=sum](args = (%aux,), kwargs = {})
    %add : [num_users=1] = call_function[target=operator.add](args = (%total, %n), kwargs = {})
    return %add
