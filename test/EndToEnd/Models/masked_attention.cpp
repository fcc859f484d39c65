// Two inputs and a mask that may be left out.
// ROOT: MaskedAttention(8)
// INPUT: 2x5x8
// INPUT: 2x6x8
// INPUT: 2x5x6
#include <torch/torch.h>

class MaskedAttentionImpl : public torch::nn::Module {
public:
  explicit MaskedAttentionImpl(int64_t dim) : scale(1.0 / std::sqrt((double)dim)) {
    q = register_module("q", torch::nn::Linear(torch::nn::LinearOptions(dim, dim).bias(false)));
    kv = register_module("kv", torch::nn::Linear(torch::nn::LinearOptions(dim, 2 * dim)));
    proj = register_module("proj", torch::nn::Linear(dim, dim));
  }

  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& context,
                        torch::Tensor mask = {}) {
    auto query = q(x);
    auto parts = kv(context).chunk(2, -1);
    auto key = parts[0], value = parts[1];
    auto scores = query.bmm(key.transpose(1, 2)) * scale;
    if (mask.defined()) scores = scores.masked_fill(mask > 0.5, -1e9);
    return proj(scores.softmax(-1).bmm(value));
  }

private:
  double scale;
  torch::nn::Linear q{nullptr}, kv{nullptr}, proj{nullptr};
};
TORCH_MODULE(MaskedAttention);
