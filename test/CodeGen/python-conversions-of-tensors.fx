# bool(x), int(x), float(x) and abs(x) of a tensor are its methods in C++; a call without an operand is
# refused.
# RUN: fx-opt %s --emit=cpp | FileCheck %s
# RUN: sed 's/builtins.abs\](args = (%%x,)/builtins.abs](args = ()/' %s > %t.fx
# RUN: not fx-opt %t.fx --emit=cpp 2>&1 | FileCheck %s --check-prefix=NONE
# RUN: not fx-opt %t.fx --emit=torchscript 2>&1 | FileCheck %s --check-prefix=NONE
# NONE: error: %magnitude: builtins.abs takes a value
module Net {
}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %truth : [num_users=1] = call_function[target=builtins.bool](args = (%x,), kwargs = {})
    %lie : [num_users=1] = call_function[target=operator.not_](args = (%x,), kwargs = {})
    %whole : [num_users=1] = call_function[target=builtins.int](args = (%x,), kwargs = {})
    %real : [num_users=1] = call_function[target=builtins.float](args = (%x,), kwargs = {})
    %magnitude : [num_users=1] = call_function[target=builtins.abs](args = (%x,), kwargs = {})
    return (%truth, %lie, %whole, %real, %magnitude)
# CHECK: auto truth = x.item<bool>();
# CHECK: auto lie = !x.item<bool>();
# CHECK: auto whole = x.item<int64_t>();
# CHECK: auto real = x.item<double>();
# CHECK: auto magnitude = x.abs();
