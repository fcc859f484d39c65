# Every call that has a form in place and stays as it is says why.
# RUN: fx-opt %s '--passes=reinplace<inference>' --verify-each --split-input-file 2>&1 >%t.fx | FileCheck %s
# RUN: FileCheck %s --check-prefix=SAME --implicit-check-not=_]( < %t.fx
# CHECK: 'torch.add' is not done in place: %x may be memory of an input, a parameter or a buffer
# SAME: target=torch.add]
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.add](args = (%x, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %b

# -----

# CHECK: %a, or what shares its memory, is read by %c behind it
# SAME: target=torch.add]
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.add](args = (%a, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %c : = call_function[target=torch.matmul](args = (%a, %b), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %c

# -----

# CHECK: %a, or what shares its memory, is read by %c behind it
# SAME: target=torch.add]
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %v : = call_method[target=view](args = (%a, 4), kwargs = {}) meta = {tensor_meta: {"shape": (4,), "dtype": torch.float32, "stride": (1,)}}
  %b : = call_function[target=torch.add](args = (%a, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %c : = call_function[target=torch.sum](args = (%v,), kwargs = {}) meta = {tensor_meta: {"shape": (), "dtype": torch.float32, "stride": ()}}
  return (%b, %c)

# -----

# CHECK: the result is bool[2, 2], and %a is float32[2, 2]
# SAME: target=torch.ge]
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.ge](args = (%a, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.bool, "stride": (2, 1)}}
  return %b

# -----

# CHECK: the result is float32[2, 2], and %a is float32[2]
# SAME: target=torch.add]
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %s : = call_function[target=torch.sum](args = (%x, 0), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %a : = call_function[target=torch.sum](args = (%x, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %b : = call_function[target=torch.add](args = (%a, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %b

# -----

# CHECK: elements of %e share memory
# SAME: target=torch.add]
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %s : = call_function[target=torch.sum](args = (%x, 0, True), kwargs = {}) meta = {tensor_meta: {"shape": (1, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %e : = call_method[target=expand](args = (%s, 2, 2), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (0, 1)}}
  %b : = call_function[target=torch.add](args = (%e, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %b

# -----

# CHECK: it takes %a twice
# SAME: target=torch.mul]
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.mul](args = (%a, %a), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %b

# -----

# CHECK: %v may be the same memory
# SAME: target=torch.mul]
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %v : = call_method[target=t](args = (%a,), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (1, 2)}}
  %b : = call_function[target=torch.mul](args = (%a, %v), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %b

# -----

# CHECK: the result has other strides than %v
# SAME: target=torch.mul]
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %v : = call_method[target=t](args = (%a,), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (1, 2)}}
  %b : = call_function[target=torch.mul](args = (%v, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %b

# -----

# CHECK: %v is a part of other memory, which the result would show
# SAME: target=torch.mul]
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %v : = call_function[target=torch.ops.aten.select.int](args = (%a, 0, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %b : = call_function[target=torch.mul](args = (%v, 2), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  return %b

# -----

# CHECK: shapes are not known: give an example input
# SAME: target=torch.mul]
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {})
  %b : = call_function[target=torch.mul](args = (%a, 2), kwargs = {})
  return %b

# -----

# CHECK: it runs where a mode of computing may be on
# SAME: target=torch.mul]
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %g : = call_function[target=torch.set_autocast_cpu_enabled](args = (True,), kwargs = {})
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.mul](args = (%a, 2), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %b
