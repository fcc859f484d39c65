# What divides a size, and what is at least, is told and held: the run on numbers takes such. Indices with numbers,
# slices and None go by names.
# RUN: fx-opt %s --print-meta '--passes=shape-prop<x=BxLx64>' 2>&1 | FileCheck %s
module Net {
  conv: torch::nn::Conv1d(in_channels = 64, out_channels = 8, kernel_size = 9)
}
graph():
  %x : = placeholder[target=x]
  # CHECK: [[@LINE+1]]:3: remark: 'parts' needs (64 * B * L) % 7 == 0
  %parts : = call_method[target=view](args = (%x, -1, 7), kwargs = {})
  %t : = call_method[target=transpose](args = (%x, 1, 2), kwargs = {})
  # CHECK: [[@LINE+1]]:3: remark: 'conv' needs L >= 9
  %conv : = call_module[target=conv](args = (%t,), kwargs = {})
  # CHECK-NOT: remark
  %first : = call_function[target=operator.getitem](args = (%x, (slice(None, None, None), 0)), kwargs = {})
  %rest : = call_function[target=operator.getitem](args = (%x, (slice(None, None, None), slice(1, None, None))), kwargs = {})
  %last : = call_function[target=operator.getitem](args = (%x, (Ellipsis, None, -1)), kwargs = {})
  return (%parts, %conv, %first, %rest, %last)
# CHECK: %parts : {{.*}}symbolic_shape: ("(64 * B * L) // 7", 7)
# CHECK: %conv : {{.*}}symbolic_shape: ("B", 8, "L - 8")
# CHECK: %first : {{.*}}symbolic_shape: ("B", 64)
# CHECK: %rest : {{.*}}symbolic_shape: ("B", "L - 1", 64)
# CHECK: %last : {{.*}}symbolic_shape: ("B", "L", 1)
