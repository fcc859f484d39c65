// Left alone: a write to the input, or to a parameter, between two layers; the end of a mode between them;
// one layer whose input follows from the other; training; weights of which nothing is known.
// RUN: fx-opt %s --passes=merge-linears,merge-matmuls --verify-each --split-input-file 2>&1 >%t.fx | FileCheck %s --implicit-check-not=remark
// RUN: not grep split_with_sizes %t.fx

// CHECK: remark: this one of the linear layers is left out of those before it: it needs what follows from one of them, or what it reads is written to between
module Write [eval] {
  a: torch::nn::Linear(in_features = 4, out_features = 4)
  b: torch::nn::Linear(in_features = 4, out_features = 4)
}
graph():
    %x : [num_users=3] = placeholder[target=x]
    %y : [num_users=2] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    %a : [num_users=1] = call_module[target=a](args = (%y,), kwargs = {})
    %w : [num_users=0] = call_method[target=add_](args = (%y, 1), kwargs = {})
    %b : [num_users=1] = call_module[target=b](args = (%y,), kwargs = {})
    %c : [num_users=1] = call_function[target=operator.add](args = (%a, %b), kwargs = {})
    return %c

// -----

// CHECK: remark: this linear layer is not merged with others of its input: its weight is no parameter
// CHECK: remark: this linear layer is not merged
module Parameter [eval] {
  a: torch::nn::Linear(in_features = 4, out_features = 4)
  b: torch::nn::Linear(in_features = 4, out_features = 4)
}
graph():
    %x : [num_users=2] = placeholder[target=x]
    %a : [num_users=1] = call_module[target=a](args = (%x,), kwargs = {})
    %p : [num_users=1] = get_attr[target=b.bias]
    %w : [num_users=0] = call_method[target=zero_](args = (%p,), kwargs = {})
    %b : [num_users=1] = call_module[target=b](args = (%x,), kwargs = {})
    %c : [num_users=1] = call_function[target=operator.add](args = (%a, %b), kwargs = {})
    return %c

// -----

// CHECK: remark: this one of the linear layers is left out
module Mode [eval] {
  a: torch::nn::Linear(in_features = 4, out_features = 4)
  b: torch::nn::Linear(in_features = 4, out_features = 4)
}
graph():
    %x : [num_users=2] = placeholder[target=x]
    %autocast : [num_users=2] = call_function[target=torch.autocast](args = ("cpu", torch.bfloat16, True), kwargs = {})
    %enter : [num_users=0] = call_method[target=__enter__](args = (%autocast,), kwargs = {})
    %a : [num_users=1] = call_module[target=a](args = (%x,), kwargs = {})
    %exit_1 : [num_users=0] = call_method[target=__exit__](args = (%autocast, None, None, None), kwargs = {})
    %b : [num_users=1] = call_module[target=b](args = (%x,), kwargs = {})
    %c : [num_users=1] = call_function[target=operator.add](args = (%a, %b), kwargs = {})
    return %c

// -----

module Train [training] {
  a: torch::nn::Linear(in_features = 4, out_features = 4)
  b: torch::nn::Linear(in_features = 4, out_features = 4)
}
graph():
    %x : [num_users=2] = placeholder[target=x]
    %a : [num_users=1] = call_module[target=a](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_module[target=b](args = (%x,), kwargs = {})
    %c : [num_users=1] = call_function[target=operator.add](args = (%a, %b), kwargs = {})
    return %c

// -----

// CHECK: remark: this linear layer is not merged with others of its input
// CHECK: remark: this linear layer is not merged with others of its input
graph():
    %x : [num_users=2] = placeholder[target=x]
    %v : [num_users=1] = placeholder[target=v]
    %w : [num_users=1] = placeholder[target=w]
    %a : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%x, %v), kwargs = {})
    %b : [num_users=1] = call_function[target=torch._C._nn.linear](args = (%x, %w), kwargs = {})
    %c : [num_users=1] = call_function[target=operator.add](args = (%a, %b), kwargs = {})
    return %c

// -----

// CHECK: remark: this product is not merged with others of its operand: nothing says that it is one of two matrices
// CHECK: remark: this product is not merged
graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %w : [num_users=2] = placeholder[target=w]
    %a : [num_users=1] = call_function[target=torch.matmul](args = (%x, %w), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.matmul](args = (%y, %w), kwargs = {})
    return (%a, %b)

// -----

// The second one's left operand follows from the first one: it is left out.
// CHECK: remark: this one of the products of matrices is left out of those before it
graph():
    %x : [num_users=1] = placeholder[target=x] meta = {tensor_meta: {"shape": (3, 3), "dtype": torch.float32, "stride": (3, 1)}}
    %w : [num_users=2] = placeholder[target=w] meta = {tensor_meta: {"shape": (3, 3), "dtype": torch.float32, "stride": (3, 1)}}
    %a : [num_users=1] = call_function[target=torch.matmul](args = (%x, %w), kwargs = {}) meta = {tensor_meta: {"shape": (3, 3), "dtype": torch.float32, "stride": (3, 1)}}
    %b : [num_users=1] = call_function[target=torch.abs](args = (%a,), kwargs = {}) meta = {tensor_meta: {"shape": (3, 3), "dtype": torch.float32, "stride": (3, 1)}}
    %c : [num_users=1] = call_method[target=transpose](args = (%b, 1, 0), kwargs = {}) meta = {tensor_meta: {"shape": (3, 3), "dtype": torch.float32, "stride": (3, 1)}}
    %d : [num_users=1] = call_function[target=torch.matmul](args = (%c, %w), kwargs = {}) meta = {tensor_meta: {"shape": (3, 3), "dtype": torch.float32, "stride": (3, 1)}}
    return %d
