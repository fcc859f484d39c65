# A buffer that gets the result at last is computed in, where nothing reads it, and no module runs, which may read it, before that.
# RUN: fx-opt %s '--passes=reinplace<inference>' --verify-each --split-input-file 2>/dev/null | FileCheck %s
# CHECK: target=torch.ops.aten.add_.Tensor](args = (%mean, 1)
# CHECK-NEXT: return %x
module Net {
  buffer mean = %zeros
}
init():
  %zeros : = call_function[target=torch.zeros](args = (2,), kwargs = {})
graph():
  %x : = placeholder[target=x]
  %mean : = get_attr[target=mean] meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %b : = call_function[target=torch.ops.aten.add.Tensor](args = (%mean, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %copy : = call_function[target=torch.ops.aten.copy_.default](args = (%mean, %b), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  return %x

# -----

# CHECK: target=torch.ops.aten.add.Tensor](args = (%mean, 1)
module Net {
  buffer mean = %zeros
}
init():
  %zeros : = call_function[target=torch.zeros](args = (2,), kwargs = {})
graph():
  %x : = placeholder[target=x]
  %mean : = get_attr[target=mean] meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %b : = call_function[target=torch.ops.aten.add.Tensor](args = (%mean, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %again : = get_attr[target=mean] meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %seen : = call_function[target=torch.ops.aten.sum.default](args = (%again,), kwargs = {}) meta = {tensor_meta: {"shape": (), "dtype": torch.float32, "stride": ()}}
  %copy : = call_function[target=torch.ops.aten.copy_.default](args = (%mean, %b), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  return %seen

# -----

# CHECK: target=torch.ops.aten.add.Tensor](args = (%mean, 1)
module Net {
  buffer mean = %zeros
  act: torch::nn::ReLU()
}
init():
  %zeros : = call_function[target=torch.zeros](args = (2,), kwargs = {})
graph():
  %x : = placeholder[target=x]
  %mean : = get_attr[target=mean] meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %b : = call_function[target=torch.ops.aten.add.Tensor](args = (%mean, 1), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  %y : = call_module[target=act](args = (%x,), kwargs = {})
  %copy : = call_function[target=torch.ops.aten.copy_.default](args = (%mean, %b), kwargs = {}) meta = {tensor_meta: {"shape": (2,), "dtype": torch.float32, "stride": (1,)}}
  return %y
