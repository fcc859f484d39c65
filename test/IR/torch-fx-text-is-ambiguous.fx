# torch.fx writes how often a value is used: where that is not what was understood, a word was taken for
# a text or a node. It is a warning, and the graph is read.
# RUN: fx-opt %s --dialect=torch.fx 2>&1 | FileCheck %s
# CHECK: [[@LINE+3]]:{{[0-9]+}}: warning: '%x' has 2 users in the text, and 1 were understood: torch.fx's text is ambiguous here [torch-fx-text-is-ambiguous]
# CHECK: return %relu
graph():
    %x : [num_users=2] = placeholder[target=x]
    %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    return relu
