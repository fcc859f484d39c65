// A Transformer's encoder or decoder may be made of a layer and a number.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::TransformerEncoder encoder{nullptr};
  torch::nn::TransformerDecoder decoder{nullptr};
  Net() {
    torch::nn::TransformerEncoderLayer layer(
        torch::nn::TransformerEncoderLayerOptions(4, 2).dim_feedforward(8));
    // CHECK: encoder: torch::nn::TransformerEncoder(encoder_layer = ("torch::nn::TransformerEncoderLayer", {{.*}}"dim_feedforward": 8}), num_layers = 2)
    encoder = register_module("encoder", torch::nn::TransformerEncoder(layer, 2));
    // CHECK: decoder: torch::nn::TransformerDecoder(decoder_layer = ("torch::nn::TransformerDecoderLayer", {{.*}}), num_layers = 3)
    decoder = register_module("decoder", torch::nn::TransformerDecoder(
                                             torch::nn::TransformerDecoderLayer(
                                                 torch::nn::TransformerDecoderLayerOptions(4, 2)),
                                             3));
  }
  torch::Tensor forward(torch::Tensor x) { return decoder(x, encoder(x)); }
};
