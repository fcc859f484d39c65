// AIM: Giving one layer's weight tensor to another layer ties the member, not the registration.
// EXPECT: equal or refused
// INPUT: torch::randint(0, 7, {2, 4})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Embedding embedding{7, 4};
  torch::nn::Linear decoder{torch::nn::LinearOptions(4, 7).bias(false)};
  Net() {
    register_module("embedding", embedding);
    register_module("decoder", decoder);
    decoder->weight = embedding->weight;
  }
  torch::Tensor forward(torch::Tensor tokens) { return decoder(embedding(tokens)); }
};
