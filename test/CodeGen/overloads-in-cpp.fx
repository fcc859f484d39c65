# Operators by their own names, as make_fx() has them: C++ has a method or a function for each.
# RUN: fx-opt %s --emit=cpp -o %t.h
# RUN: FileCheck %s < %t.h
# RUN: %cxx -std=c++17 -fsyntax-only -Wno-pragma-once-outside-header -isystem /usr/include/torch/csrc/api/include -x c++ %t.h
# REQUIRES: libtorch
# CHECK: auto first = x.add(1);
# CHECK: auto more = first.add(x, 2);
# CHECK: auto copied = at::copy(more, x);
# CHECK: auto part = copied.select(0, 1);
# CHECK: auto filled = at::fill(part, 1);
# CHECK: auto whole = copied.select_scatter(filled, 0, 1);
# CHECK: auto written = whole.add_(x);
graph():
  %x : = placeholder[target=x]
  %first : = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1), kwargs = {})
  %more : = call_function[target=torch.ops.aten.add.Tensor](args = (%first, %x), kwargs = {alpha: 2})
  %copied : = call_function[target=torch.ops.aten.copy.default](args = (%more, %x), kwargs = {})
  %part : = call_function[target=torch.ops.aten.select.int](args = (%copied, 0, 1), kwargs = {})
  %filled : = call_function[target=torch.ops.aten.fill.Scalar](args = (%part, 1), kwargs = {})
  %whole : = call_function[target=torch.ops.aten.select_scatter.default](args = (%copied, %filled, 0, 1), kwargs = {})
  %written : = call_function[target=torch.ops.aten.add_.Tensor](args = (%whole, %x), kwargs = {})
  return %written
