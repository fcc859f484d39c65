# A write to a view becomes one to what it is a view of; views are made again where they are read behind it.
# RUN: fx-opt %s --passes=functionalize --verify-each --split-input-file | FileCheck %s

# CHECK-LABEL: graph():
# CHECK: %v : {{.*}}target=operator.getitem](args = (%a, 0)
# CHECK-NEXT: %relu : {{.*}}call_method[target=relu](args = (%v,)
# CHECK-NEXT: %select_scatter_default : {{.*}}target=torch.ops.aten.select_scatter.default](args = (%a, %relu, 0, 0)
# CHECK-NEXT: %v_1 : {{.*}}target=operator.getitem](args = (%select_scatter_default, 0)
# CHECK-NEXT: return (%select_scatter_default, %v_1)
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.sin](args = (%x,), kwargs = {})
  %v : = call_function[target=operator.getitem](args = (%a, 0), kwargs = {})
  %r : = call_method[target=relu_](args = (%v,), kwargs = {})
  return (%a, %r)

# -----

# Each kind of view that has an inverse, one in the other.
# CHECK-LABEL: graph():
# CHECK: %fill_scalar : {{.*}}target=torch.ops.aten.fill.Scalar](args = (%end, 1)
# CHECK-NEXT: %slice_scatter_default : {{.*}}slice_scatter.default](args = (%half, %fill_scalar, 0, 1, 3)
# CHECK-NEXT: %select_scatter_default : {{.*}}select_scatter.default](args = (%flat, %slice_scatter_default, 0, 1)
# CHECK-NEXT: %reshape_as : {{.*}}call_method[target=reshape_as](args = (%select_scatter_default, %moved)
# CHECK-NEXT: %permute_default : {{.*}}permute.default](args = (%reshape_as, [1, 2, 0])
# CHECK-NEXT: %transpose_int : {{.*}}transpose.int](args = (%permute_default, 0, 1)
# CHECK-NEXT: return %transpose_int
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.sin](args = (%x,), kwargs = {})
  %turned : = call_method[target=transpose](args = (%a, 0, 1), kwargs = {})
  %moved : = call_method[target=permute](args = (%turned, 2, 0, 1), kwargs = {})
  %flat : = call_method[target=view](args = (%moved, 2, -1), kwargs = {})
  %parts : = call_method[target=unbind](args = (%flat,), kwargs = {})
  %half : = call_function[target=operator.getitem](args = (%parts, 1), kwargs = {})
  %end : = call_method[target=narrow](args = (%half, 0, 1, 2), kwargs = {})
  %f : = call_method[target=fill_](args = (%end, 1), kwargs = {})
  return %a

# -----

# x[:, None, 1:3] = 0.5
# CHECK-LABEL: graph():
# CHECK: %getitem : {{.*}}(slice(None, None, None), None, slice(1, 3, None))
# CHECK-NEXT: %fill_scalar : {{.*}}fill.Scalar](args = (%getitem, 0.5)
# CHECK-NEXT: %unsqueeze_default : {{.*}}unsqueeze.default](args = (%a, 1)
# CHECK-NEXT: %slice_scatter_default : {{.*}}slice_scatter.default](args = (%unsqueeze_default, %fill_scalar, 2, 1, 3)
# CHECK-NEXT: %reshape_as : {{.*}}reshape_as](args = (%slice_scatter_default, %a)
# CHECK-NEXT: return %reshape_as
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.sin](args = (%x,), kwargs = {})
  %s : = call_function[target=operator.setitem](args = (%a, (slice(None, None, None), None, slice(1, 3, None)), 0.5), kwargs = {})
  return %a
