// All that the text form has: it reads back what it prints, comments aside.
// RUN: fx-opt %s --print-meta -o %t
// RUN: fx-opt %t --print-meta | diff %t -
// RUN: FileCheck %s < %t

// CHECK-LABEL: module Net: NetImpl [training] {
module Net: NetImpl [training] {
  // CHECK: "odd name": torch::nn::Conv2d(in_channels = 1) {padding = "same"} loc("m.cpp":3:5-3:20)
  "odd name": torch::nn::Conv2d(in_channels = 1) {padding = "same"} loc("m.cpp":3:5-3:20)
  block: Block<3, true> {
    // CHECK: parameter weight = %randn {requires_grad = False}
    parameter weight = %randn {requires_grad = False}
    buffer mask: undefined
  }
  // CHECK: again: alias of block
  again: alias of block
  // CHECK: part: graph Part {
  part: graph Part {
    fc: torch::nn::Linear(in_features = 2, out_features = 2)
    // CHECK-NEXT: fc:
    // CHECK-NEXT: graph():
    graph():
        %x : [num_users=1] = placeholder[target=x]
        %fc : [num_users=1] = call_module[target=fc](args = (%x,), kwargs = {})
        return %fc
  }
}
init():
    %randn : [num_users=0] = call_function[target=torch.randn](args = (3,), kwargs = {})
// The number of users is counted, not read.
graph():
    # CHECK: %x : torch.Tensor [num_users=1] = placeholder[target=x](default=None) loc("m.cpp":9:1) meta = {cpp_name: "input", note: {"a": [1, (2.5,)]}}
    %x : torch.Tensor = placeholder[target=x](default=None) loc("m.cpp":9:1) meta = {cpp_name: "input", note: {"a": [1, (2.5,)]}}
    // CHECK: %y : "odd = type" [num_users=0] = placeholder[target="*args"]
    %y : "odd = type" [num_users=9] = placeholder[target="*args"]
    // CHECK: tensor_meta: {"shape": (2, 3), "dtype": torch.float32, "stride": (3, 1)}
    %a : [num_users=1] = call_function[target="lambda at \"x\""](args = (%x, None, True, -1, 1e-05, inf, -nan, (1+2j), -2j, "a\n\x01é", torch.float32, torch.strided, torch.channels_last, device("cuda:0"), Ellipsis, slice(None, %x, 2), range(0, 3, 1), [], (), {}, {1: "one", (1, 2): [%x]}), kwargs = {dim: 1, "odd key": 2}) meta = {tensor_meta: {"shape": (2, 3), "dtype": torch.float32, "stride": (3, 1)}}
    // An output under its own name and type has the long form.
    // CHECK: %result : int [num_users=0] = output[target=output](args = ({"x": %a},), kwargs = {})
    %result : int [num_users=0] = output[target=output](args = ({"x": %a},), kwargs = {})
