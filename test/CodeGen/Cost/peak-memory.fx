# A value lives until the last use of it, or of a view of it; work in place needs no memory.
# RUN: fx-opt %s --emit=cost '--passes=shape-prop<x=10x10>' | FileCheck %s
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.relu](args = (%x,), kwargs = {})
  %view : = call_method[target=view](args = (%a, -1), kwargs = {})
  %b : = call_function[target=torch.neg](args = (%x,), kwargs = {})
  %c : = call_method[target=add_](args = (%b, 1), kwargs = {})
  %d : = call_function[target=torch.cat](args = ([%c, %c],), kwargs = {})
  %e : = call_method[target=mul](args = (%view, 2), kwargs = {})
  %f : = call_method[target=reshape](args = (%e, 10, 10), kwargs = {})
  %g : = call_method[target=t](args = (%f,), kwargs = {})
  %h : = call_method[target=contiguous](args = (%g,), kwargs = {})
  return (%d, %h)
# CHECK: {{^}}a {{.*}} 400{{$}}
# CHECK: {{^}}view {{.*}} 400{{$}}
# CHECK: {{^}}b {{.*}} 800{{$}}
# CHECK: {{^}}c {{.*}} 800{{$}}
# CHECK: {{^}}d {{.*}} 1,600{{$}}
# CHECK: {{^}}e {{.*}} 1,600{{$}}
# CHECK: {{^}}f {{.*}} 1,200{{$}}
# CHECK: {{^}}g {{.*}} 1,200{{$}}
# CHECK: {{^}}h {{.*}} 1,600{{$}}
# CHECK: Inputs: 400 bytes
# CHECK: Most bytes of other values at once: 1,600, at 'd'
