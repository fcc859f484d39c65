// AIM: An output layer with the embedding's weight, in place and functionally.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Embedding table{torch::nn::EmbeddingOptions(5, 3)};
  torch::nn::Linear out{torch::nn::LinearOptions(3, 5).bias(false)};
  Net() {
    register_module("table", table);
    register_module("out", out);
    out->weight = table->weight;
  }
  torch::Tensor forward(torch::Tensor x) {
    auto ids = (x[0] > 0).to(torch::kLong);
    auto e = table(ids);
    return out(e) + torch::matmul(x, table->weight.t()).sum();
  }
};
