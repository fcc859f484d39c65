# What an emitter cannot write is refused in a whole sentence, where it stands, with the way out.
# RUN: split-file %s %t
# RUN: not fx-opt --emit=cpp %t/assertion.fx 2>&1 | FileCheck %s --check-prefix=ASSERTION
# RUN: not fx-opt --emit=torchscript %t/assertion.fx 2>&1 | FileCheck %s --check-prefix=ASSERTION
# ASSERTION: assertion.fx:3:{{[0-9]+}}: error: %a: torch._assert needs a condition, as its first argument
# RUN: not fx-opt --emit=cpp %t/device.fx 2>&1 | FileCheck %s --check-prefix=DEVICE
# DEVICE: device.fx:{{[34]}}:{{[0-9]+}}: error: %{{[me]}}: C++'s autocast knows 'cpu' and 'cuda' alone; give one of them as device_type
# RUN: not fx-opt --emit=cpp %t/element.fx 2>&1 | FileCheck %s --check-prefix=ELEMENT
# ELEMENT: element.fx:3:{{[0-9]+}}: error: %e: C++ cannot take an element of a value of type double; say what it is where it comes in, by meta = {cpp_type: ...}
# RUN: not fx-opt --emit=cpp %t/left.fx 2>&1 | FileCheck %s --check-prefix=LEFT
# LEFT: left.fx:4:{{[0-9]+}}: error: %l: this leaves a mode that nothing entered before; enter it first, in the same graph
#--- assertion.fx
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch._assert](args = (), kwargs = {message: "no"})
  return %x
#--- device.fx
graph():
  %x : = placeholder[target=x]
  %m : = call_function[target=torch.autocast](args = ("xpu",), kwargs = {})
  %e : = call_method[target=__enter__](args = (%m,), kwargs = {})
  return %x
#--- element.fx
graph():
  %n : = placeholder[target=n] meta = {cpp_type: "double"}
  %e : = call_function[target=operator.getitem](args = (%n, 0), kwargs = {})
  return %e
#--- left.fx
graph():
  %x : = placeholder[target=x]
  %m : = call_function[target=torch.no_grad](args = (), kwargs = {})
  %l : = call_method[target=__exit__](args = (%m, None, None, None), kwargs = {})
  return %x
