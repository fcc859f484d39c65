// A part of a model is traced alone: its parameters are those of the graph.
// RUN: fx-clang-trace %s --root='Net()->encoder' -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root='Net()->encoder->fc' -- 2>&1 | FileCheck %s --check-prefix=LEAF
// RUN: not fx-clang-trace %s --root=make_net -- 2>&1 | FileCheck %s --check-prefix=FACTORY
#include <torch/torch.h>

struct EncoderImpl : torch::nn::Module {
  EncoderImpl() {
    register_module("fc", fc);
    scale = register_parameter("scale", torch::ones({2}));
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x) * scale; }
  torch::nn::Linear fc{4, 2};
  torch::Tensor scale;
};
TORCH_MODULE(Encoder);

struct NetImpl : torch::nn::Module {
  explicit NetImpl(int width = 2) : decoder(2, width) {
    register_module("encoder", encoder);
    register_module("decoder", decoder);
  }
  torch::Tensor forward(torch::Tensor x) { return decoder(encoder(x)); }
  Encoder encoder;
  torch::nn::Linear decoder;
};
TORCH_MODULE(Net);
// CHECK: module Encoder {
// CHECK-NEXT: parameter scale = %ones
// CHECK-NEXT: fc: torch::nn::Linear(in_features = 4, out_features = 2)
// CHECK-NEXT: }
// CHECK: call_module[target=fc]
// CHECK: get_attr[target=scale]
// LEAF: error: --root: a 'torch::nn::Linear' alone has nothing to trace: a graph has it as one node [root-is-a-library-module]

// FACTORY: [[@LINE+2]]:5: error: --root: 'make_net' is a function that makes a module: call it [root-is-a-factory]
// FACTORY: note: --root='make_net(<int width>)'
Net make_net(int width) {
  return Net(width);
}
