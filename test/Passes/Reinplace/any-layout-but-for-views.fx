# Results may lie otherwise in memory, but where a view hangs on how they lie: it would fail. Other calls hand strides on to it.
# RUN: fx-opt %s '--passes=reinplace<inference;any-layout>' --verify-each 2>&1 | FileCheck %s
# CHECK: remark: 'torch.add' is not done in place: the result has other strides than %part
# CHECK-DAG: %kept : {{.*}}target=torch.add](args = (%part, 1)
# CHECK-DAG: %shown : {{.*}}target=sub_](args = (%other_part, 2)
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 4), "dtype": torch.float32, "stride": (4, 1)}}
  %whole : = call_function[target=torch.exp](args = (%x,), kwargs = {}) meta = {tensor_meta: {"shape": (2, 4), "dtype": torch.float32, "stride": (4, 1)}}
  %part : = call_function[target=torch.ops.aten.slice.Tensor](args = (%whole, 1, 0, 2, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (4, 1)}}
  %kept : = call_function[target=torch.add](args = (%part, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %shrunk : = call_function[target=torch.tanh](args = (%kept,), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %flat : = call_method[target=view](args = (%shrunk, -1), kwargs = {}) meta = {tensor_meta: {"shape": (4,), "dtype": torch.float32, "stride": (1,)}}
  %other : = call_function[target=torch.cos](args = (%x,), kwargs = {}) meta = {tensor_meta: {"shape": (2, 4), "dtype": torch.float32, "stride": (4, 1)}}
  %other_part : = call_function[target=torch.ops.aten.slice.Tensor](args = (%other, 1, 0, 2, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (4, 1)}}
  %shown : = call_function[target=torch.sub](args = (%other_part, 2), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return (%flat, %shown)
