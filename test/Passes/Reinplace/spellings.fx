# A call becomes the form in place of its spelling: an operator of ATen, a method where a function of torch's or an
# operator of Python's stood, the option of a function of torch.nn.functional. Who used the result uses the operand.
# RUN: fx-opt %s '--passes=reinplace<inference>' --verify-each 2>/dev/null | FileCheck %s
# CHECK: %add : {{.*}}call_function[target=torch.ops.aten.add_.Tensor](args = (%clone, 1)
# CHECK: %mul : {{.*}}call_method[target=mul_](args = (%clone, 2)
# CHECK: %sub : {{.*}}call_method[target=sub_](args = (%clone, %x), kwargs = {alpha: 2})
# CHECK: %sigmoid : {{.*}}call_method[target=sigmoid_](args = (%clone,)
# CHECK: %relu : {{.*}}call_function[target=torch.nn.functional.relu](args = (%clone,), kwargs = {inplace: True})
# CHECK: return %clone
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %clone : = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %add : = call_function[target=torch.ops.aten.add.Tensor](args = (%clone, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %mul : = call_function[target=operator.mul](args = (%add, 2), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %sub : = call_function[target=torch.sub](args = (%mul, %x), kwargs = {alpha: 2}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %sigmoid : = call_method[target=sigmoid](args = (%sub,), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %relu : = call_function[target=torch.nn.functional.relu](args = (%sigmoid,), kwargs = {inplace: False}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %relu
