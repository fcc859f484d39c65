# Slices of sizes in C++ count from either end, and are lists of their own; one whose bounds ArrayRef
# would not check is refused.
# RUN: split-file %s %t
# RUN: fx-opt --emit=cpp %t/right.fx | FileCheck %s
# RUN: not fx-opt --emit=cpp %t/wrong.fx 2>&1 | FileCheck %s --check-prefix=WRONG
# CHECK: x.sizes().slice(1, 2).vec()
# CHECK: x.sizes().slice(1, x.sizes().size() - 2).vec()
# CHECK: x.sizes().slice(x.sizes().size() - 2).vec()
# WRONG: wrong.fx:4:{{[0-9]+}}: error: %s: C++ cannot take this slice of a list: its ends have to be numbers that lie in the list for certain, its step 1; take the elements one by one
#--- right.fx
graph():
  %x : = placeholder[target=x]
  %size : = call_method[target=size](args = (%x,), kwargs = {})
  %a : = call_function[target=operator.getitem](args = (%size, slice(1, 3, None)), kwargs = {})
  %b : = call_function[target=operator.getitem](args = (%size, slice(1, -1, None)), kwargs = {})
  %c : = call_function[target=operator.getitem](args = (%size, slice(-2, None, None)), kwargs = {})
  %p : = call_function[target=torch.zeros](args = (%a,), kwargs = {})
  %q : = call_function[target=torch.zeros](args = (%b,), kwargs = {})
  %r : = call_function[target=torch.zeros](args = (%c,), kwargs = {})
  return (%p, %q, %r)
#--- wrong.fx
graph():
  %x : = placeholder[target=x]
  %size : = call_method[target=size](args = (%x,), kwargs = {})
  %s : = call_function[target=operator.getitem](args = (%size, slice(-5, -4, None)), kwargs = {})
  %z : = call_function[target=torch.zeros](args = (%s,), kwargs = {})
  return %z
