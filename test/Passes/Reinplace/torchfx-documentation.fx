# What torch.fx's documentation of `reinplace` says, case by case, by its numbers; where it is not sound, what is done instead.
# REQUIRES: libtorch
# RUN: fx-opt %s '--passes=shape-prop<x=4x4>,reinplace<inference>' --verify-each --split-input-file >%t.fx 2>%t.txt
# RUN: FileCheck %s < %t.fx
# RUN: FileCheck %s --check-prefix=WHY < %t.txt

# (1a) The operand is of another size.
# CHECK: target=torch.add](args = (%a, %b)
# WHY: 'torch.add' is not done in place: the result is float32[4, 4], and %a is float32[1]
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.ones](args = ([1],), kwargs = {})
  %b : = call_function[target=torch.ones](args = ([4, 4],), kwargs = {})
  %out : = call_function[target=torch.add](args = (%a, %b), kwargs = {})
  return %out

# -----

# (1a) The operand is of another type.
# CHECK: target=torch.ge](args = (%a, 1)
# WHY: 'torch.ge' is not done in place: the result is bool[4, 4], and %a is float32[4, 4]
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.exp](args = (%x,), kwargs = {})
  %out : = call_function[target=torch.ge](args = (%a, 1), kwargs = {})
  return %out

# -----

# (1a) What functionalization makes of a.ge_(b).
# CHECK: target=torch.ops.aten.ge_.Scalar](args = (%a, 1)
# CHECK-NOT: _to_copy
# CHECK: return %a
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.exp](args = (%x,), kwargs = {})
  %ge : = call_function[target=torch.ops.aten.ge.Scalar](args = (%a, 1), kwargs = {})
  %out : = call_function[target=torch.ops.aten._to_copy.default](args = (%ge,), kwargs = {dtype: torch.float32})
  return %out

# -----

# (1a) Elements of the operand share memory.
# CHECK: target=torch.add](args = (%a, 1)
# WHY: 'torch.add' is not done in place: elements of %a share memory
graph():
  %x : = placeholder[target=x]
  %one : = call_function[target=torch.ones](args = ([1],), kwargs = {})
  %a : = call_method[target=expand](args = (%one, 4, 4), kwargs = {})
  %out : = call_function[target=torch.add](args = (%a, 1), kwargs = {})
  return %out

# -----

# (1b) The operand is an input, or a view of one.
# CHECK: target=torch.add](args = (%view, 1)
# WHY: 'torch.add' is not done in place: %view may be memory of an input, a parameter or a buffer
graph():
  %x : = placeholder[target=x]
  %view : = call_method[target=view](args = (%x, -1), kwargs = {})
  %out : = call_function[target=torch.add](args = (%view, 1), kwargs = {})
  return %out

# -----

# (1b) The input gets the result behind it: torch.fx leaves that to the future.
# CHECK: target=torch.ops.aten.add_.Tensor](args = (%x, 1)
# CHECK-NOT: copy_
# CHECK: return None
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1), kwargs = {})
  %copy : = call_function[target=torch.ops.aten.copy_.default](args = (%x, %a), kwargs = {})
  return None

# -----

# (1c) Another operand is the same memory.
# CHECK: target=torch.mul](args = (%a, %other)
# WHY: 'torch.mul' is not done in place: %other may be the same memory
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.exp](args = (%x,), kwargs = {})
  %other : = call_method[target=t](args = (%a,), kwargs = {})
  %out : = call_function[target=torch.mul](args = (%a, %other), kwargs = {})
  return %out

# -----

# (2) The operand is read behind the call.
# CHECK: target=torch.mul](args = (%a, 2)
# WHY: 'torch.mul' is not done in place: %a, or what shares its memory, is read by %later behind it
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.exp](args = (%x,), kwargs = {})
  %out : = call_function[target=torch.mul](args = (%a, 2), kwargs = {})
  %later : = call_function[target=torch.sum](args = (%a,), kwargs = {})
  return (%out, %later)

# -----

# (2a) A view of the operand behind the call may be, as long as nothing reads its elements.
# CHECK: target=mul_](args = (%a, 2)
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.exp](args = (%x,), kwargs = {})
  %out : = call_function[target=torch.mul](args = (%a, 2), kwargs = {})
  %view : = call_method[target=view](args = (%a, -1), kwargs = {})
  %size : = call_method[target=size](args = (%view, 0), kwargs = {})
  return (%out, %size)

# -----

# (2a) An ordinary operator reads the view.
# CHECK: target=torch.mul](args = (%a, 2)
# WHY: 'torch.mul' is not done in place: %a, or what shares its memory, is read by %later behind it
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.exp](args = (%x,), kwargs = {})
  %out : = call_function[target=torch.mul](args = (%a, 2), kwargs = {})
  %view : = call_method[target=view](args = (%a, -1), kwargs = {})
  %later : = call_function[target=torch.sum](args = (%view,), kwargs = {})
  return (%out, %later)

# -----

# (2a) The view is returned.
# CHECK: target=torch.mul](args = (%a, 2)
# WHY: 'torch.mul' is not done in place: %a, or what shares its memory, is read by %output behind it
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.exp](args = (%x,), kwargs = {})
  %out : = call_function[target=torch.mul](args = (%a, 2), kwargs = {})
  %view : = call_method[target=view](args = (%a, -1), kwargs = {})
  return (%out, %view)

# -----

# (2b) The call takes the operand twice.
# CHECK: target=torch.mul](args = (%a, %a)
# WHY: 'torch.mul' is not done in place: it takes %a twice
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.exp](args = (%x,), kwargs = {})
  %out : = call_function[target=torch.mul](args = (%a, %a), kwargs = {})
  return %out

# -----

# (2c), (5) The scatter puts back what is in its place already, and goes.
# CHECK: %diagonal : {{.*}}target=torch.ops.aten.diagonal.default](args = (%a,)
# CHECK-NEXT: %filled : {{.*}}target=torch.ops.aten.fill_.Scalar](args = (%diagonal, 0)
# CHECK-NEXT: return %a
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.add](args = (%x, %x), kwargs = {})
  %diagonal : = call_function[target=torch.ops.aten.diagonal.default](args = (%a,), kwargs = {})
  %filled : = call_function[target=torch.ops.aten.fill.Scalar](args = (%diagonal, 0), kwargs = {})
  %out : = call_function[target=torch.ops.aten.diagonal_scatter.default](args = (%a, %filled), kwargs = {})
  return %out

# -----

# (2c)(i) The scatter is the inverse of another view; torch.fx compares names, this places in memory.
# CHECK: target=torch.ops.aten.mul.Tensor](args = (%row, 2)
# CHECK-NEXT: %[[PLACE:.*]] : {{.*}}target=torch.ops.aten.diagonal.default](args = (%a,)
# CHECK-NEXT: target=torch.ops.aten.copy_.default](args = (%[[PLACE]], %doubled)
# WHY: 'torch.ops.aten.mul.Tensor' is not done in place: %row, or what shares its memory, is read by %out behind it
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.exp](args = (%x,), kwargs = {})
  %row : = call_function[target=torch.ops.aten.select.int](args = (%a, 0, 1), kwargs = {})
  %doubled : = call_function[target=torch.ops.aten.mul.Tensor](args = (%row, 2), kwargs = {})
  %out : = call_function[target=torch.ops.aten.diagonal_scatter.default](args = (%a, %doubled), kwargs = {})
  return %out

# -----

# (2c)(ii) The scatter is of another row.
# CHECK: target=torch.ops.aten.mul.Tensor](args = (%row, 2)
# WHY: 'torch.ops.aten.mul.Tensor' is not done in place: %row, or what shares its memory, is read by %out behind it
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.exp](args = (%x,), kwargs = {})
  %row : = call_function[target=torch.ops.aten.select.int](args = (%a, 0, 1), kwargs = {})
  %doubled : = call_function[target=torch.ops.aten.mul.Tensor](args = (%row, 2), kwargs = {})
  %out : = call_function[target=torch.ops.aten.select_scatter.default](args = (%a, %doubled, 0, 2), kwargs = {})
  return %out

# -----

# (3a) A scatter of another value becomes a copy into the view.
# CHECK: %[[ROW:.*]] : {{.*}}target=torch.ops.aten.select.int](args = (%a, 0, 0)
# CHECK-NEXT: target=torch.ops.aten.copy_.default](args = (%[[ROW]], %b)
# CHECK-NEXT: return %a
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.zeros](args = ([4, 4],), kwargs = {})
  %b : = call_function[target=torch.ones](args = ([4],), kwargs = {})
  %out : = call_function[target=torch.ops.aten.select_scatter.default](args = (%a, %b, 0, 0), kwargs = {})
  return %out

# -----

# (3b), (4) A call becomes the one in place, and all that used its result uses the operand.
# CHECK: target=add_](args = (%a, 1)
# CHECK-NEXT: target=mul_](args = (%a, 2)
# CHECK-NEXT: return %a
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.exp](args = (%x,), kwargs = {})
  %b : = call_function[target=torch.add](args = (%a, 1), kwargs = {})
  %c : = call_function[target=torch.mul](args = (%b, 2), kwargs = {})
  return %c

# -----

# (4) The two are one memory from then on: what reads the first view reads the sum.
# CHECK: target=add_](args = (%a, 1)
# CHECK: target=torch.mul](args = (%a, 2)
# WHY: 'torch.mul' is not done in place: %a, or what shares its memory, is read by %later behind it
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.exp](args = (%x,), kwargs = {})
  %b : = call_function[target=torch.add](args = (%a, 1), kwargs = {})
  %view : = call_method[target=view](args = (%b, -1), kwargs = {})
  %c : = call_function[target=torch.mul](args = (%b, 2), kwargs = {})
  %later : = call_function[target=torch.sum](args = (%view,), kwargs = {})
  return (%c, %later)
