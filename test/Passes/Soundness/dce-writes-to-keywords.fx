# Operators write to keywords that are not called `out`, and some give memory of an operand without a
# word of their schemas.
# RUN: fx-opt %s --passes=dce | FileCheck %s
# CHECK: torch.ops.aten.cummax.out
# CHECK: call_method[target=add_]
module Net {
}
graph():
    %x : = placeholder[target=x]
    %values : = call_function[target=torch.neg](args = (%x,), kwargs = {})
    %indices : = call_function[target=torch.neg](args = (%x,), kwargs = {})
    %max_1 : = call_function[target=torch.ops.aten.cummax.out](args = (%x, 0), kwargs = {values: %values, indices: %indices})
    %h : = call_function[target=torch.neg](args = (%x,), kwargs = {})
    %view : = call_function[target=torch.ops.aten._unsafe_view.default](args = (%h, [9]), kwargs = {})
    %written : = call_method[target=add_](args = (%view, 1), kwargs = {})
    return (%values, %indices, %h)
