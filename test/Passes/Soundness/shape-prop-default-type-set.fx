// Behind set_default_dtype torch.ones makes tensors of a type that the graph alone does not tell.
// RUN: fx-opt %s --passes=shape-prop --verify-each --print-meta | FileCheck %s

// CHECK: %a : {{.*}}torch.ones](args = (3,), {{.*}}"dtype": torch.float32
// CHECK: %b : {{.*}}torch.ones](args = (3,), kwargs = {}){{$}}
graph():
    %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (4,), "dtype": torch.float32, "stride": (1,)}}
    %a : = call_function[target=torch.ones](args = (3,), kwargs = {})
    %set_default_dtype : = call_function[target=torch.set_default_dtype](args = (torch.float64,), kwargs = {})
    %b : = call_function[target=torch.ones](args = (3,), kwargs = {})
    return (%a, %b)
