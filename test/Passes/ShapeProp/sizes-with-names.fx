# Sizes may be names: shapes are noted by names, an equality that operands need holds everywhere, and is told.
# RUN: fx-opt %s --print-meta --verify-each '--passes=shape-prop<x=Nx3xHxW;y=Mx64>' > %t.fx 2> %t.err
# RUN: FileCheck %s < %t.fx
# RUN: FileCheck %s --check-prefix=REMARK < %t.err
# They can be read back, and go when the graph changes.
# RUN: fx-opt %t.fx --print-meta | FileCheck %s
# RUN: fx-opt %t.fx --print-meta --passes=dce | FileCheck %s --check-prefix=GONE
# RUN: fx-opt %s '--passes=fixpoint(shape-prop<x=Nx3xHxW;y=Mx64>)' 2>&1 | FileCheck %s --check-prefix=FIXPOINT
# What never goes together is an error, with both shapes and their places.
# RUN: not fx-opt %s '--passes=shape-prop<x=Nx3xHxW;y=Mx65>' 2>&1 | FileCheck %s --check-prefix=NEVER
# A name may have bounds: what can only be 1 goes with any size.
# RUN: fx-opt %s --print-meta '--passes=shape-prop<x=Nx3xHxW;y=1[M:1..1]x64>' 2>&1 | FileCheck %s --check-prefix=BOUNDS --implicit-check-not=remark
# What more it needs a run on numbers shows.
# RUN: fx-opt %s '--passes=shape-prop<x=Nx3x8[H]x8[W];y=Nx64>' 2>&1 | FileCheck %s --check-prefix=FITS --implicit-check-not=remark
module Net {
  conv: torch::nn::Conv2d(in_channels = 3, out_channels = 64, kernel_size = 7) {stride = 2, padding = 3, bias = False}
  bn: torch::nn::BatchNorm2d(num_features = 64)
  pool: torch::nn::MaxPool2d(kernel_size = 3) {stride = 2, padding = 1}
  fc: torch::nn::Linear(in_features = 64, out_features = 10)
}
graph():
  %x : = placeholder[target=x]
  %y : = placeholder[target=y]
  %conv : = call_module[target=conv](args = (%x,), kwargs = {})
  %bn : = call_module[target=bn](args = (%conv,), kwargs = {})
  %relu : = call_function[target=torch.relu](args = (%bn,), kwargs = {})
  %pool : = call_module[target=pool](args = (%relu,), kwargs = {})
  %size : = call_method[target=size](args = (%pool, 0), kwargs = {})
  %view : = call_method[target=view](args = (%pool, %size, 64, -1), kwargs = {})
  %mean : = call_method[target=mean](args = (%view, 2), kwargs = {})
  %add : = call_function[target=operator.add](args = (%mean, %y), kwargs = {})
  %fc : = call_module[target=fc](args = (%add,), kwargs = {})
  %cat : = call_function[target=torch.cat](args = ([%fc, %fc], 1), kwargs = {})
  %sort : = call_function[target=torch.msort](args = (%cat,), kwargs = {})
  %unused : = call_function[target=torch.relu](args = (%fc,), kwargs = {})
  return %sort
# CHECK: %x : {{.*}}symbolic_shape: ("M", 3, "H", "W")
# CHECK: %conv : {{.*}}symbolic_shape: ("M", 64, "(H + 1) // 2", "(W + 1) // 2")
# CHECK: %pool : {{.*}}symbolic_shape: ("M", 64, "(H + 3) // 4", "(W + 3) // 4")
# CHECK: %view : {{.*}}symbolic_shape: ("M", 64, "((H + 3) // 4) * ((W + 3) // 4)")
# CHECK: %mean : {{.*}}symbolic_shape: ("M", 64)
# CHECK: %cat : {{.*}}symbolic_shape: ("M", 20)
# No function of LibTorch tells of it: that is no error.
# CHECK: %sort : {{[^:]*$}}
# REMARK: remark: 'add' needs N == M
# GONE-NOT: symbolic_shape
# GONE: return
# FIXPOINT: return %sort
# NEVER: sizes-with-names.fx:[[@LINE-18]]:3: error: 'add' fails for all sizes: with {{.*}} The size of tensor a (64) must match the size of tensor b (65) at non-singleton dimension 1 [shapes-never-fit]
# NEVER: note: 'mean' is [N, 64] at {{.*}}sizes-with-names.fx:[[@LINE-20]]:3
# NEVER: note: the input 'y' is [M, 65] at {{.*}}sizes-with-names.fx:[[@LINE-28]]:3
# BOUNDS: %add : {{.*}}symbolic_shape: ("N", 64)
# FITS: return %sort
