// std(1) is of dimension 1 and std(True) of all elements, with the unbiased estimate.
// RUN: fx-opt %s --passes=shape-prop --verify-each --print-meta | FileCheck %s

// CHECK: target=std](args = (%x, 1), {{.*}}"shape": (3,)
// CHECK: target=std](args = (%x, True), {{.*}}"shape": (),
// CHECK: target=torch.var](args = (%x, 0), {{.*}}"shape": (4,)
// CHECK: target=torch.std](args = (%x, %m), {{.*}}"shape": (3,)
graph():
    %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (3, 4), "dtype": torch.float32, "stride": (4, 1)}}
    %a : = call_method[target=std](args = (%x, 1), kwargs = {})
    %b : = call_method[target=std](args = (%x, True), kwargs = {})
    %c : = call_function[target=torch.var](args = (%x, 0), kwargs = {})
    %n : = call_method[target=dim](args = (%x,), kwargs = {})
    %m : = call_function[target=operator.sub](args = (%n, 1), kwargs = {})
    %d : = call_function[target=torch.std](args = (%x, %m), kwargs = {})
    return (%a, %b, %c, %d)
