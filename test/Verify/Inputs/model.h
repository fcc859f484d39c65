// What the tests of --verify are about: a model with a struct as its result that writes to an input.
#pragma once
#include <torch/torch.h>

struct Scores {
  torch::Tensor logits;
  torch::Tensor mean;
};

struct NetImpl : torch::nn::Module {
  NetImpl(int64_t in, int64_t out)
      : embed(register_module("embed", torch::nn::Embedding(7, in))),
        norm(register_module("norm", torch::nn::BatchNorm1d(in))),
        fc(register_module("fc", torch::nn::Linear(in, out))) {}

  Scores forward(torch::Tensor x, const torch::Tensor& ids, torch::Tensor seen) {
    auto h = norm(x) + embed(ids);
    seen.add_(h.detach().mean());
    h = torch::relu(h);
    return {fc(h), h.mean(1)};
  }

  torch::nn::Embedding embed;
  torch::nn::BatchNorm1d norm;
  torch::nn::Linear fc;
};
TORCH_MODULE(Net);
