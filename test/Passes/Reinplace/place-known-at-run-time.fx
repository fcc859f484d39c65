# Which part of a tensor a call computes in need not be known, as long as nothing puts its result back to where it lies.
# RUN: fx-opt %s '--passes=reinplace<inference;any-layout>' --verify-each --split-input-file 2>%t.txt | FileCheck %s
# RUN: FileCheck %s --check-prefix=WHY < %t.txt

# What torch.fx's test_reinplace_sym_input says: an index that is an input.
# CHECK: %add : {{.*}}target=torch.ops.aten.add_.Tensor](args = (%select, 1)
# CHECK-NEXT: return %select
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (4, 8), "dtype": torch.float32, "stride": (8, 1)}}
  %index : = placeholder[target=index]
  %copy : = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {}) meta = {tensor_meta: {"shape": (4, 8), "dtype": torch.float32, "stride": (8, 1)}}
  %select : = call_function[target=torch.ops.aten.select.int](args = (%copy, 0, %index), kwargs = {}) meta = {tensor_meta: {"shape": (8,), "dtype": torch.float32, "stride": (1,)}}
  %add : = call_function[target=torch.ops.aten.add.Tensor](args = (%select, 1), kwargs = {}) meta = {tensor_meta: {"shape": (8,), "dtype": torch.float32, "stride": (1,)}}
  return %add

# -----

# Elements of what split() gives.
# CHECK: target=mul_](args = (%first, 2)
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (4, 8), "dtype": torch.float32, "stride": (8, 1)}}
  %whole : = call_function[target=torch.exp](args = (%x,), kwargs = {}) meta = {tensor_meta: {"shape": (4, 8), "dtype": torch.float32, "stride": (8, 1)}}
  %parts : = call_method[target=split](args = (%whole, 2), kwargs = {})
  %first : = call_function[target=operator.getitem](args = (%parts, 0), kwargs = {}) meta = {tensor_meta: {"shape": (2, 8), "dtype": torch.float32, "stride": (8, 1)}}
  %doubled : = call_function[target=torch.mul](args = (%first, 2), kwargs = {}) meta = {tensor_meta: {"shape": (2, 8), "dtype": torch.float32, "stride": (8, 1)}}
  %again : = call_method[target=clone](args = (%doubled,), kwargs = {}) meta = {tensor_meta: {"shape": (2, 8), "dtype": torch.float32, "stride": (8, 1)}}
  return %again

# -----

# CHECK: target=torch.mul](args = (%first, 2)
# WHY: 'torch.mul' is not done in place: %first, or what shares its memory, is read by %total behind it
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (4, 8), "dtype": torch.float32, "stride": (8, 1)}}
  %whole : = call_function[target=torch.exp](args = (%x,), kwargs = {}) meta = {tensor_meta: {"shape": (4, 8), "dtype": torch.float32, "stride": (8, 1)}}
  %parts : = call_method[target=split](args = (%whole, 2), kwargs = {})
  %first : = call_function[target=operator.getitem](args = (%parts, 0), kwargs = {}) meta = {tensor_meta: {"shape": (2, 8), "dtype": torch.float32, "stride": (8, 1)}}
  %second : = call_function[target=operator.getitem](args = (%parts, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 8), "dtype": torch.float32, "stride": (8, 1)}}
  %doubled : = call_function[target=torch.mul](args = (%first, 2), kwargs = {}) meta = {tensor_meta: {"shape": (2, 8), "dtype": torch.float32, "stride": (8, 1)}}
  %total : = call_function[target=torch.add](args = (%doubled, %second), kwargs = {}) meta = {tensor_meta: {"shape": (2, 8), "dtype": torch.float32, "stride": (8, 1)}}
  return %total

# -----

# Where the part lies is not known, and with it whether the scatter puts it back there.
# CHECK: target=torch.ops.aten.add.Tensor](args = (%select, 1)
# WHY: 'torch.ops.aten.add.Tensor' is not done in place: %select, or what shares its memory, is read by %out behind it
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (4, 8), "dtype": torch.float32, "stride": (8, 1)}}
  %index : = placeholder[target=index]
  %copy : = call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {}) meta = {tensor_meta: {"shape": (4, 8), "dtype": torch.float32, "stride": (8, 1)}}
  %select : = call_function[target=torch.ops.aten.select.int](args = (%copy, 0, %index), kwargs = {}) meta = {tensor_meta: {"shape": (8,), "dtype": torch.float32, "stride": (1,)}}
  %add : = call_function[target=torch.ops.aten.add.Tensor](args = (%select, 1), kwargs = {}) meta = {tensor_meta: {"shape": (8,), "dtype": torch.float32, "stride": (1,)}}
  %out : = call_function[target=torch.ops.aten.select_scatter.default](args = (%copy, %add, 0, %index), kwargs = {}) meta = {tensor_meta: {"shape": (4, 8), "dtype": torch.float32, "stride": (8, 1)}}
  return %out

# -----

# Windows that overlap.
# CHECK: target=torch.add](args = (%windows, 1)
# WHY: 'torch.add' is not done in place: elements of %windows share memory
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (8,), "dtype": torch.float32, "stride": (1,)}}
  %copy : = call_function[target=torch.exp](args = (%x,), kwargs = {}) meta = {tensor_meta: {"shape": (8,), "dtype": torch.float32, "stride": (1,)}}
  %windows : = call_method[target=unfold](args = (%copy, 0, 3, 1), kwargs = {}) meta = {tensor_meta: {"shape": (6, 3), "dtype": torch.float32, "stride": (1, 1)}}
  %sum_ : = call_function[target=torch.add](args = (%windows, 1), kwargs = {}) meta = {tensor_meta: {"shape": (6, 3), "dtype": torch.float32, "stride": (3, 1)}}
  return %sum_
