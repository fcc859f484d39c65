// TorchScript in the form in which archives hold it: a class for every module, the root first.
// RUN: fx-clang-trace %s --root='Net(3)' --emit=torchscript -- | FileCheck %s
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(int64_t width)
      : fc(register_module("fc", torch::nn::Linear(width, width))),
        gain(register_parameter("gain", torch::ones({width}))) {}
  torch::Tensor forward(const torch::Tensor& x) { return torch::relu(fc(x)) * gain; }
  torch::nn::Linear fc;
  torch::Tensor gain;
};
TORCH_MODULE(Block);

struct NetImpl : torch::nn::Module {
  explicit NetImpl(int64_t width)
      : blocks(Block(width), Block(width)), scale(register_buffer("scale", torch::full({1}, 2))),
        constant(torch::arange(width)) {
    register_module("blocks", blocks);
  }
  std::tuple<torch::Tensor, int64_t> forward(torch::Tensor x, torch::Tensor mask = {},
                                             double factor = 1) {
    x = blocks->forward(x).view({x.size(0), -1}) / scale + constant;
    x = torch::nn::functional::normalize(x.index({torch::indexing::Ellipsis, 0}).unsqueeze(1));
    return {2 - x.to(torch::kFloat64) * factor, x.size(-1) + 1};
  }
  torch::nn::Sequential blocks;
  torch::Tensor scale, constant;
};
TORCH_MODULE(Net);

// CHECK:      class Net(Module):
// CHECK-NEXT:   __parameters__ = []
// CHECK-NEXT:   __buffers__ = ["scale", ]
// CHECK-NEXT:   training : bool
// CHECK-NEXT:   scale : Tensor
// What no state dict holds is optional: every plain tensor is a buffer in TorchScript.
// CHECK-NEXT:   [[CONSTANT:[a-z_0-9]+]] : Optional[Tensor]
// CHECK-NEXT:   blocks : __torch__.Sequential
// CHECK-NEXT:   def forward(self: __torch__.Net,
// CHECK-NEXT:       x: Tensor,
// CHECK-NEXT:       mask: Optional[Tensor]=None,
// CHECK-NEXT:       factor: float=1.0) -> Tuple[Tensor, int]:
// CHECK:          blocks_0_fc = getattr(self.blocks, "0").fc.forward(x)
// CHECK-NEXT:     relu = torch.relu(blocks_0_fc)
// CHECK-NEXT:     blocks_0_gain = getattr(self.blocks, "0").gain
// CHECK-NEXT:     mul = relu * blocks_0_gain
// CHECK:          size = torch.size(x, 0)
// CHECK-NEXT:     view = torch.view({{.*}}, [size, -1])
// CHECK:          = torch._unwrap_optional(self.[[CONSTANT]])
// CHECK:          getitem = {{.*}}[..., 0]
// CHECK-NEXT:     unsqueeze = torch.unsqueeze(getitem, 1)
// CHECK-NEXT:     normalize = __torch__.normalize(unsqueeze, 2.0, 1, 1e-12, None)
// CHECK-NEXT:     to = torch.to(normalize, 7)
// CHECK-NEXT:     [[MUL:mul.*]] = to * factor
// CHECK-NEXT:     sub = 2 - [[MUL]]
// CHECK:          return (sub, {{add.*}})

// Modules that are alike share a class.
// CHECK:      class Linear(Module):
// CHECK-NEXT:   __parameters__ = ["weight", "bias", ]
// CHECK-NOT:  class Linear
// CHECK:      class Block(Module):
// CHECK-NEXT:   __parameters__ = ["gain", ]
// CHECK:      class Sequential(Module):
// CHECK:        __annotations__ = []
// CHECK-NEXT:   __annotations__["0"] = __torch__.Block
// CHECK-NEXT:   __annotations__["1"] = __torch__.Block
// The functions that it calls stand behind the classes.
// CHECK:      def normalize(input: Tensor, p: float = 2.0
// CHECK-NOT:  {{^}}def
