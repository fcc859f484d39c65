# An input, or a part of one, that gets the result at last is computed in, where nothing reads it or another input before
# that; what is returned too is a tensor of its own.
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

# -----

# A part of an input, which a scatter puts back before: x[0] += 1, x[1] *= 2.
# CHECK: %row : {{.*}}target=torch.ops.aten.select.int](args = (%x, 0, 0)
# CHECK-NEXT: target=torch.ops.aten.add_.Tensor](args = (%row, 1)
# CHECK-NEXT: %other : {{.*}}target=torch.ops.aten.select.int](args = (%x, 0, 1)
# CHECK-NEXT: target=torch.ops.aten.mul_.Tensor](args = (%other, 2)
# CHECK-NEXT: return None
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %row : = call_function[target=torch.ops.aten.select.int](args = (%x, 0, 0), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %b : = call_function[target=torch.ops.aten.add.Tensor](args = (%row, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %once : = call_function[target=torch.ops.aten.select_scatter.default](args = (%x, %b, 0, 0), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %other : = call_function[target=torch.ops.aten.select.int](args = (%once, 0, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %c : = call_function[target=torch.ops.aten.mul.Tensor](args = (%other, 2), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %twice : = call_function[target=torch.ops.aten.select_scatter.default](args = (%once, %c, 0, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %copy : = call_function[target=torch.ops.aten.copy_.default](args = (%x, %twice), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return None

# -----

# The part goes to another place.
# CHECK: target=torch.ops.aten.add.Tensor](args = (%row, 1)
# CHECK: target=torch.ops.aten.copy_.default](args = (%{{.*}}, %b)
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %row : = call_function[target=torch.ops.aten.select.int](args = (%x, 0, 0), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %b : = call_function[target=torch.ops.aten.add.Tensor](args = (%row, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %once : = call_function[target=torch.ops.aten.select_scatter.default](args = (%x, %b, 0, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %copy : = call_function[target=torch.ops.aten.copy_.default](args = (%x, %once), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return None

# -----

# What the scatter gave is read once x has other values than that.
# CHECK: target=torch.ops.aten.add.Tensor](args = (%row, 1)
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %row : = call_function[target=torch.ops.aten.select.int](args = (%x, 0, 0), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %b : = call_function[target=torch.ops.aten.add.Tensor](args = (%row, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %once : = call_function[target=torch.ops.aten.select_scatter.default](args = (%x, %b, 0, 0), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %twice : = call_function[target=torch.ops.aten.mul.Tensor](args = (%once, 2), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %copy : = call_function[target=torch.ops.aten.copy_.default](args = (%x, %twice), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %total : = call_function[target=torch.ops.aten.sum.default](args = (%once,), kwargs = {}) meta = {tensor_meta: {"shape": (), "dtype": torch.float32, "stride": ()}}
  return %total

# -----

# The rows of x are one row.
# CHECK: target=torch.ops.aten.add.Tensor](args = (%row, 1)
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (0, 1)}}
  %row : = call_function[target=torch.ops.aten.select.int](args = (%x, 0, 0), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %b : = call_function[target=torch.ops.aten.add.Tensor](args = (%row, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %once : = call_function[target=torch.ops.aten.select_scatter.default](args = (%x, %b, 0, 0), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %copy : = call_function[target=torch.ops.aten.copy_.default](args = (%x, %once), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (0, 1)}}
  return None
