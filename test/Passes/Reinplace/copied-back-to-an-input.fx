# An input that gets the result at last is computed in, where nothing reads it or another input before that; what is
# returned too is a tensor of its own.
# RUN: fx-opt %s '--passes=reinplace<inference>' --verify-each --split-input-file 2>/dev/null | FileCheck %s
# CHECK: call_function[target=torch.ops.aten.add_.Tensor](args = (%x, 1)
# CHECK-NEXT: call_function[target=torch.ops.aten.mul_.Tensor](args = (%x, 2)
# CHECK-NEXT: return %y
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %y : = placeholder[target=y] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %c : = call_function[target=torch.ops.aten.mul.Tensor](args = (%b, 2), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %copy : = call_function[target=torch.ops.aten.copy_.default](args = (%x, %c), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %y

# -----

# CHECK: target=torch.ops.aten.add.Tensor](args = (%x, 1)
# CHECK: return %b
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %copy : = call_function[target=torch.ops.aten.copy_.default](args = (%x, %b), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %b

# -----

# The caller may give the same tensor twice.
# CHECK: target=torch.ops.aten.add.Tensor](args = (%x, 1)
# CHECK: target=torch.ops.aten.mul_.Tensor](args = (%b, %y)
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %y : = placeholder[target=y] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %c : = call_function[target=torch.ops.aten.mul.Tensor](args = (%b, %y), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %copy : = call_function[target=torch.ops.aten.copy_.default](args = (%x, %c), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %y

# -----

# A view of the result would be copied over itself.
# CHECK: target=torch.ops.aten.add.Tensor](args = (%x, 1)
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %c : = call_function[target=torch.ops.aten.t.default](args = (%b,), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (1, 2)}}
  %copy : = call_function[target=torch.ops.aten.copy_.default](args = (%x, %c), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return None

# -----

# What is returned is a tensor of its own, by way of another type too.
# CHECK: target=torch.ops.aten.ge.Scalar](args = (%x, 1)
# CHECK: return %c
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.ops.aten.ge.Scalar](args = (%x, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.bool, "stride": (2, 1)}}
  %c : = call_function[target=torch.ops.aten._to_copy.default](args = (%b,), kwargs = {dtype: torch.float32}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %copy : = call_function[target=torch.ops.aten.copy_.default](args = (%x, %c), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %c
