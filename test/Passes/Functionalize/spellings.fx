# Every way to write to a first operand has its own new tensor, of the type of what is written to.
# RUN: fx-opt %s --passes=functionalize --verify-each | FileCheck %s
# CHECK: %relu : {{.*}}call_function[target=torch.relu](args = (%a,)
# CHECK-NEXT: %add : {{.*}}call_function[target=operator.add](args = (%relu, %b)
# CHECK-NEXT: %type_as : {{.*}}call_method[target=type_as](args = (%add, %relu)
# CHECK-NEXT: %mul_tensor : {{.*}}call_function[target=torch.ops.aten.mul.Tensor](args = (%type_as, %b)
# CHECK-NEXT: %type_as_1 :
# CHECK-NEXT: %elu_1 : {{.*}}call_function[target=torch.nn.functional.elu](args = (%type_as_1,), kwargs = {inplace: False})
# CHECK-NEXT: %uniform_default : {{.*}}torch.ops.aten.uniform.default](args = (%elu_1, 0, 2)
# CHECK-NEXT: %zero_default : {{.*}}torch.ops.aten.zero.default](args = (%uniform_default,)
# CHECK-NEXT: %copy_default : {{.*}}torch.ops.aten.copy.default](args = (%zero_default, %b)
# CHECK-NEXT: %ge : {{.*}}call_method[target=ge](args = (%copy_default, 1)
# CHECK-NEXT: %type_as_2 : {{.*}}(args = (%ge, %copy_default)
# CHECK-NEXT: return %type_as_2
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.sin](args = (%x,), kwargs = {})
  %b : = call_function[target=torch.cos](args = (%x,), kwargs = {})
  %relu_ : = call_function[target=torch.relu_](args = (%a,), kwargs = {})
  %iadd : = call_function[target=operator.iadd](args = (%relu_, %b), kwargs = {})
  %mul : = call_function[target=torch.ops.aten.mul_.Tensor](args = (%iadd, %b), kwargs = {})
  %elu : = call_function[target=torch.nn.functional.elu](args = (%mul,), kwargs = {inplace: True})
  %uniform_ : = call_method[target=uniform_](args = (%a, 0, 2), kwargs = {})
  %zero_ : = call_method[target=zero_](args = (%a,), kwargs = {})
  %copy_ : = call_method[target=copy_](args = (%a, %b), kwargs = {})
  %ge_ : = call_method[target=ge_](args = (%a, 1), kwargs = {})
  return %a
