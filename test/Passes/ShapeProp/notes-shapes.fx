# shape-prop runs the graph on example inputs, tensors, numbers and lists, and notes the shape of every value. An
# input with a default value needs no example.
# RUN: fx-opt %s --print-meta --verify-each '--passes=shape-prop<x=2x3x8x8;n=4;pair=(2x4,[2x4:float64])>' 2>&1 | FileCheck %s
# Another run gives other shapes, and passes behind it keep them up to date.
# RUN: fx-opt %s --print-meta '--passes=shape-prop<x=2x3x8x8;n=4;pair=(2x4,[2x4])>,shape-prop<x=4x3x8x8;n=8;pair=(4x4,[4x4])>,inline-constants<name=n;value=2>' | FileCheck %s --check-prefix=AGAIN
# It is done when nothing changes any more.
# RUN: fx-opt %s '--passes=fixpoint(shape-prop<x=2x3x8x8;n=4;pair=(2x4,[2x4])>)' | FileCheck %s --check-prefix=FIXPOINT
# Emitters that need shapes have them.
# RUN: fx-opt %s --emit=summary '--passes=shape-prop<x=2x3x8x8;n=4;pair=(2x4,[2x4])>' | FileCheck %s --check-prefix=SUMMARY
module Net {
  conv: torch::nn::Conv2d(in_channels = 3, out_channels = 4, kernel_size = 3)
  parameter scale = %rand
}
init():
  %rand : = call_function[target=torch.rand](args = ([4],), kwargs = {})
graph():
  %x : = placeholder[target=x]
  %n : = placeholder[target=n]
  %pair : = placeholder[target=pair]
  %to : = placeholder[target=to](default=(2, 3))
  %conv : = call_module[target=conv](args = (%x,), kwargs = {})
  %mean : = call_method[target=mean](args = (%conv, %to), kwargs = {})
  %scale : = get_attr[target=scale]
  %mul : = call_function[target=torch.mul](args = (%mean, %scale), kwargs = {})
  %listed : = call_function[target=operator.getitem](args = (%pair, 1), kwargs = {})
  %item : = call_function[target=operator.getitem](args = (%listed, 0), kwargs = {})
  %add : = call_function[target=torch.add](args = (%mul, %item), kwargs = {})
  %view : = call_method[target=view](args = (%add, %n, -1), kwargs = {})
  return %view

# CHECK: %x : {{.*}}tensor_meta: {"shape": (2, 3, 8, 8), "dtype": torch.float32
# CHECK: %conv : {{.*}}tensor_meta: {"shape": (2, 4, 6, 6), "dtype": torch.float32, "stride": (144, 36, 6, 1)}
# CHECK: %mean : {{.*}}tensor_meta: {"shape": (2, 4)
# CHECK: %scale : {{.*}}tensor_meta: {"shape": (4,)
# CHECK: %listed : {{[^:]*$}}
# CHECK: %item : {{.*}}tensor_meta: {"shape": (2, 4), "dtype": torch.float64
# CHECK: %add : {{.*}}tensor_meta: {"shape": (2, 4), "dtype": torch.float64
# CHECK: %view : {{.*}}tensor_meta: {"shape": (4, 2)
# AGAIN: %conv : {{.*}}tensor_meta: {"shape": (4, 4, 6, 6)
# AGAIN: %view : {{.*}}tensor_meta: {"shape": (2, 8)
# FIXPOINT: return %view
# SUMMARY: Conv2d (conv): 1-1{{ +}}[2, 4, 6, 6]
