// Weights of the modules inside of LibTorch's own are read like all others.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() : transformer(torch::nn::TransformerOptions(8, 2, 1, 1)) {
    register_module("transformer", transformer);
    for (auto& parameter : parameters())
      if (parameter.dim() > 1) torch::nn::init::xavier_uniform_(parameter);
  }
  // CHECK: get_attr[target=transformer.encoder.layers.0.self_attn.in_proj_weight]
  // CHECK: torch.nn.init.xavier_uniform_](args = (%transformer_encoder_layers_0_self_attn_in_proj_weight
  // CHECK: call_module[target=transformer](args = (%source, %target)
  torch::Tensor forward(torch::Tensor source, torch::Tensor target) {
    return transformer(source, target);
  }
  torch::nn::Transformer transformer;
};
