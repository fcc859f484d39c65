// Where nobody can tell what is written to, or what it is afterwards, all writes to that memory stay, with the reason.
// RUN: fx-opt %s --passes=functionalize --verify-each --split-input-file --verify-diagnostics
// RUN: fx-opt %s --passes=functionalize --split-input-file 2>/dev/null | FileCheck %s --implicit-check-not=scatter
// CHECK-COUNT-12: {{^graph}}

graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.sin](args = (%x,), kwargs = {})
  // expected-remark@+1 {{writes to some memory stay: %m may be a view or a copy, and is read behind a write}}
  %m : = call_method[target=reshape](args = (%a, -1), kwargs = {})
  %r : = call_method[target=relu_](args = (%a,), kwargs = {})
  return %m

// -----

graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.sin](args = (%x,), kwargs = {})
  %e : = call_method[target=expand](args = (%a, 3, 3), kwargs = {})
  // expected-remark@+1 {{writes to some memory stay: nothing leads back from the view %e}}
  %r : = call_method[target=relu_](args = (%e,), kwargs = {})
  return %a

// -----

graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.sin](args = (%x,), kwargs = {})
  // expected-remark@+1 {{writes to some memory stay: %s tells where in memory it lies}}
  %s : = call_method[target=stride](args = (%a, 0), kwargs = {})
  %r : = call_method[target=relu_](args = (%a,), kwargs = {})
  return (%a, %s)

// -----

graph():
  %x : = placeholder[target=x]
  %guard : = call_function[target=torch.no_grad](args = (), kwargs = {})
  %enter : = call_method[target=__enter__](args = (%guard,), kwargs = {})
  // expected-remark@+1 {{writes to inputs, parameters and buffers stay: a mode of computing is set before the last use of it}}
  %a : = call_method[target=relu_](args = (%x,), kwargs = {})
  return %a

// -----

graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.sin](args = (%x,), kwargs = {})
  // expected-remark@+1 {{writes to some memory stay: it may write to more than its first operand}}
  %c : = call_function[target=torch.cos](args = (%x,), kwargs = {out: %a})
  return %a

// -----

graph():
  %x : = placeholder[target=x]
  // expected-remark@+1 {{writes to inputs, parameters and buffers stay: it is not known that %x is a tensor}}
  %a : = call_function[target=operator.iadd](args = (%x, 1), kwargs = {})
  return %a

// -----

module Net {
  relu: torch::nn::ReLU(inplace = True)
}
graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.sin](args = (%x,), kwargs = {})
  // expected-remark@+1 {{writes to some memory stay: a module does it: module-to-functional makes a call of a function of it, and inline-modules takes the graph of one in}}
  %r : = call_module[target=relu](args = (%a,), kwargs = {})
  return %a

// -----

module Net {
  fc: torch::nn::Linear(in_features = 4, out_features = 4)
}
graph():
  %x : = placeholder[target=x]
  %a : = call_method[target=relu_](args = (%x,), kwargs = {})
  // expected-remark@+1 {{writes to inputs, parameters and buffers stay: %fc may read it: a module's parameters are not among the operands}}
  %fc : = call_module[target=fc](args = (%a,), kwargs = {})
  return %fc

// -----

graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.sin](args = (%x,), kwargs = {})
  // expected-remark@+1 {{writes to some memory stay: no operator gives as a new tensor what it writes}}
  %r : = call_method[target=resize_](args = (%a, [2, 2]), kwargs = {})
  return %a

// -----

graph():
  %x : = placeholder[target=x]
  %y : = placeholder[target=y]
  %a : = call_method[target=add_](args = (%x, 1), kwargs = {})
  // expected-remark@+1 {{writes to inputs, parameters and buffers stay: %y may be the same memory and is read behind it: functionalize<distinct> takes them for different ones}}
  %sin : = call_function[target=torch.sin](args = (%y,), kwargs = {})
  return %sin

// -----

graph():
  %x : = placeholder[target=x]
  %y : = placeholder[target=y]
  %a : = call_method[target=add_](args = (%x, 1), kwargs = {})
  // expected-remark@+1 {{writes to inputs, parameters and buffers stay: two inputs, parameters or buffers are written to, which may be one: functionalize<distinct> takes them for different ones}}
  %b : = call_method[target=add_](args = (%y, 1), kwargs = {})
  return %b

// -----

graph():
  %x : = placeholder[target=x]
  %a : = call_function[target=torch.sin](args = (%x,), kwargs = {})
  %b : = call_function[target=torch.cos](args = (%x,), kwargs = {})
  // expected-remark@+1 {{writes to some memory stay: it is not known that the value has no more dimensions than its place}}
  %s : = call_function[target=operator.setitem](args = (%a, 0, %b), kwargs = {})
  return %a
