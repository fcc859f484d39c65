// AIM: An Embedding with max_norm changes its weight in place when it looks rows up.
// EXPECT: equal
// INPUT: torch::randint(0, 5, {2, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Embedding embedding{torch::nn::EmbeddingOptions(5, 4).max_norm(0.5)};
  Net() { register_module("embedding", embedding); }
  torch::Tensor forward(torch::Tensor tokens) {
    auto before = embedding->weight.detach().sum();
    return embedding(tokens) + before;
  }
};
