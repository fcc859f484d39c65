# Gradients may need what would be overwritten: who asks for none says so. Without, calls are done in place of
# which no gradient can come: of integers, in regions without gradients, unless a call that is recorded keeps them.
# RUN: fx-opt %s --passes=reinplace --verify-each --split-input-file 2>%t.txt | FileCheck %s
# RUN: FileCheck %s --input-file=%t.txt --check-prefix=REASON
# REASON: remark: 'torch.add' is not done in place: backward may need %a; reinplace<inference> takes it that no gradient is asked
# CHECK: %b : {{.*}}torch.add](args = (%a, 
# CHECK: return %b
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.add](args = (%a, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %b

# -----

# CHECK: add_](args = (%a, 1)
# CHECK: return %a
graph():
  %ids : = placeholder[target=ids] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.int64, "stride": (2, 1)}}
  %a : = call_function[target=torch.mm](args = (%ids, %ids), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.int64, "stride": (2, 1)}}
  %b : = call_function[target=torch.add](args = (%a, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.int64, "stride": (2, 1)}}
  return %b

# -----

# The rows of x that were taken are where their gradients go.
# CHECK: %b : {{.*}}torch.add](args = (%a, 
# CHECK: return (%r, %b)
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %ids : = placeholder[target=ids] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.int64, "stride": (2, 1)}}
  %a : = call_function[target=torch.mm](args = (%ids, %ids), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.int64, "stride": (2, 1)}}
  %r : = call_function[target=torch.gather](args = (%x, 0, %a), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.add](args = (%a, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.int64, "stride": (2, 1)}}
  return (%r, %b)

# -----

# Numbers of floating point that are computed of integers; what keeps them comes behind.
# CHECK: mul_](args = (%f, -10000.0)
# CHECK: operator.mul](args = (%x, %f)
# CHECK: return %s
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %ids : = placeholder[target=ids] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.int64, "stride": (2, 1)}}
  %f : = call_function[target=torch.div](args = (%ids, 2), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %g : = call_function[target=torch.mul](args = (%f, -10000.0), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %s : = call_function[target=operator.mul](args = (%x, %g), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %s

# -----

# CHECK: add_](args = (%a, 1)
# CHECK: return %a
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %no_grad : = call_function[target=torch.no_grad](args = (), kwargs = {})
  %enter : = call_method[target=__enter__](args = (%no_grad,), kwargs = {})
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.add](args = (%a, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %exit_1 : = call_method[target=__exit__](args = (%no_grad, None, None, None), kwargs = {})
  return %b

# -----

# It was made where gradients are recorded.
# CHECK: %b : {{.*}}torch.add](args = (%a, 
# CHECK: return %b
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %a : = call_function[target=torch.exp](args = (%x,), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %no_grad : = call_function[target=torch.no_grad](args = (), kwargs = {})
  %enter : = call_method[target=__enter__](args = (%no_grad,), kwargs = {})
  %b : = call_function[target=torch.add](args = (%a, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %exit_1 : = call_method[target=__exit__](args = (%no_grad, None, None, None), kwargs = {})
  return %b

# -----

# What is made without gradients, a product with x keeps.
# CHECK: %b : {{.*}}torch.add](args = (%a, 
# CHECK: return (%p, %b)
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %no_grad : = call_function[target=torch.no_grad](args = (), kwargs = {})
  %enter : = call_method[target=__enter__](args = (%no_grad,), kwargs = {})
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %exit_1 : = call_method[target=__exit__](args = (%no_grad, None, None, None), kwargs = {})
  %p : = call_function[target=operator.mul](args = (%x, %a), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.add](args = (%a, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return (%p, %b)

# -----

# The other operand may require a gradient.
# CHECK: %b : {{.*}}torch.add](args = (%a, 
# CHECK: return %b
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %no_grad : = call_function[target=torch.no_grad](args = (), kwargs = {})
  %enter : = call_method[target=__enter__](args = (%no_grad,), kwargs = {})
  %a : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %exit_1 : = call_method[target=__exit__](args = (%no_grad, None, None, None), kwargs = {})
  %b : = call_function[target=torch.add](args = (%a, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %b

# -----

# A write gave it a gradient, and what is multiplied with it is kept.
# CHECK: %b : {{.*}}torch.add](args = (%m, 
# CHECK: return (%p, %b)
graph():
  %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %no_grad : = call_function[target=torch.no_grad](args = (), kwargs = {})
  %enter : = call_method[target=__enter__](args = (%no_grad,), kwargs = {})
  %v : = call_function[target=torch.mm](args = (%x, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %m : = call_function[target=torch.exp](args = (%x,), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %exit_1 : = call_method[target=__exit__](args = (%no_grad, None, None, None), kwargs = {})
  %w : = call_method[target=add_](args = (%v, %x), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %p : = call_function[target=operator.mul](args = (%v, %m), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.add](args = (%m, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return (%p, %b)

# -----

# A tensor asks for a gradient by itself.
# CHECK: %b : {{.*}}torch.mul](args = (%a, 
# CHECK: return %b
graph():
  %a : = call_function[target=torch.ones](args = ((2, 2),), kwargs = {requires_grad: True}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  %b : = call_function[target=torch.mul](args = (%a, 2), kwargs = {}) meta = {tensor_meta: {"shape": (2, 2), "dtype": torch.float32, "stride": (2, 1)}}
  return %b
