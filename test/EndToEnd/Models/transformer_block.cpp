// A stack of transformer encoder blocks with an attention of its own.
// ROOT: Encoder(EncoderConfig{})
// INPUT: 2x7x16
#include <torch/torch.h>

#include <cmath>
#include <vector>

struct EncoderConfig {
  int width = 16;
  int heads = 4;
  int layers = 2;
  int feed_forward = 32;
  float dropout = 0.1f;
};

struct MultiHeadAttentionImpl : torch::nn::Module {
  MultiHeadAttentionImpl(int width, int heads, float dropout_rate)
      : heads(heads), head_size(width / heads) {
    TORCH_CHECK(width % heads == 0, "width ", width, " is not a multiple of ", heads);
    query = register_module("query", torch::nn::Linear(width, width));
    key = register_module("key", torch::nn::Linear(width, width));
    value = register_module("value", torch::nn::Linear(width, width));
    out = register_module("out", torch::nn::Linear(width, width));
    dropout = register_module("dropout", torch::nn::Dropout(dropout_rate));
  }

  torch::Tensor split(const torch::Tensor& x) {
    return x.view({x.size(0), x.size(1), heads, head_size}).transpose(1, 2);
  }

  torch::Tensor forward(torch::Tensor x) {
    const auto batch = x.size(0);
    const auto length = x.size(1);
    auto q = split(query->forward(x));
    auto k = split(key->forward(x));
    auto v = split(value->forward(x));
    auto scores = torch::matmul(q, k.transpose(-2, -1)) / std::sqrt(head_size);
    auto weights = dropout->forward(torch::softmax(scores, -1));
    auto context = torch::matmul(weights, v).transpose(1, 2).contiguous();
    return out->forward(context.view({batch, length, heads * head_size}));
  }

  int heads, head_size;
  torch::nn::Linear query{nullptr}, key{nullptr}, value{nullptr}, out{nullptr};
  torch::nn::Dropout dropout{nullptr};
};
TORCH_MODULE(MultiHeadAttention);

struct EncoderBlockImpl : torch::nn::Module {
  explicit EncoderBlockImpl(const EncoderConfig& c)
      : attention(c.width, c.heads, c.dropout), norm1(torch::nn::LayerNormOptions({c.width})),
        norm2(torch::nn::LayerNormOptions({c.width}).eps(1e-6)),
        feed_forward(torch::nn::Linear(c.width, c.feed_forward), torch::nn::GELU(),
                     torch::nn::Linear(c.feed_forward, c.width)) {
    register_module("attention", attention);
    register_module("norm1", norm1);
    register_module("norm2", norm2);
    register_module("feed_forward", feed_forward);
  }

  torch::Tensor forward(torch::Tensor x) {
    x = x + attention->forward(norm1->forward(x));
    return x + feed_forward->forward(norm2->forward(x));
  }

  MultiHeadAttention attention;
  torch::nn::LayerNorm norm1, norm2;
  torch::nn::Sequential feed_forward;
};
TORCH_MODULE(EncoderBlock);

struct EncoderImpl : torch::nn::Module {
  explicit EncoderImpl(EncoderConfig config) {
    for (int i = 0; i < config.layers; ++i)
      blocks.push_back(register_module("block" + std::to_string(i), EncoderBlock(config)));
    norm = register_module("norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions(
                                       std::vector<int64_t>{config.width})));
  }

  torch::Tensor forward(torch::Tensor x) {
    for (auto& block : blocks)
      x = block->forward(x);
    return norm->forward(x).mean(1);
  }

  std::vector<EncoderBlock> blocks;
  torch::nn::LayerNorm norm{nullptr};
};
TORCH_MODULE(Encoder);
