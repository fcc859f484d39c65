# Python's len of a tensor is the length of its first dimension.
# RUN: fx-opt %s --emit=cpp | FileCheck %s
# RUN: fx-opt %s --emit=torchscript | FileCheck %s --check-prefix=TORCHSCRIPT
module Net {
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %len_1 : [num_users=1] = call_function[target=builtins.len](args = (%x,), kwargs = {})
    return %len_1
# CHECK: auto len_1 = x.size(0);
# TORCHSCRIPT: len_1 = len(x)
