// A language model whose decoder shares the embedding's weight; parts of a split, read in a loop.
// ROOT: TiedLM(30, 8)
// INPUT: 4x6:int64<30
#include <torch/torch.h>

struct TiedLMImpl : torch::nn::Module {
  TiedLMImpl(int64_t words, int64_t width) {
    embedding = register_module("embedding", torch::nn::Embedding(words, width));
    fc = register_module("fc", torch::nn::Linear(width, width));
    decoder = register_module("decoder", torch::nn::Linear(width, words));
    decoder->weight = embedding->weight;
  }
  torch::Tensor forward(torch::Tensor words) {
    auto x = torch::tanh(fc(embedding(words)));
    auto gate = torch::ones_like(x);
    for (const auto& part : torch::tensor_split(x, 2, 1))
      gate = gate + part.mean(1, true);
    return decoder(x * gate);
  }
  torch::nn::Embedding embedding{nullptr};
  torch::nn::Linear fc{nullptr}, decoder{nullptr};
};
TORCH_MODULE(TiedLM);
