// A residual MLP over vectors of layers, registered in a loop under computed names.
// ROOT: ResidualMlp(10, 16, 3)
// INPUT: 4x10
#include <torch/torch.h>

#include <string>
#include <vector>

class ResidualMlpImpl : public torch::nn::Module {
public:
  ResidualMlpImpl(int64_t inputs, int64_t width, size_t depth, int64_t outputs = 4);

  torch::Tensor forward(torch::Tensor x);
  std::pair<torch::Tensor, torch::Tensor> forward_with_norm(torch::Tensor x) {
    auto y = forward(x);
    return {y, y.norm()};
  }

private:
  torch::nn::Linear fc_in, fc_out;
  std::vector<torch::nn::Linear> layers_;
  std::vector<torch::nn::LayerNorm> norms_;
};
TORCH_MODULE(ResidualMlp);

ResidualMlpImpl::ResidualMlpImpl(int64_t inputs, int64_t width, size_t depth, int64_t outputs)
    : fc_in(register_module("fc_in", torch::nn::Linear(inputs, width))),
      fc_out(register_module("fc_out", torch::nn::Linear(width, outputs))) {
  layers_.reserve(depth);
  for (size_t i = 0; i < depth; i++) {
    layers_.emplace_back(torch::nn::LinearOptions(width, width).bias(i % 2 == 0));
    norms_.push_back(torch::nn::LayerNorm(torch::nn::LayerNormOptions({width})));
    register_module("fc" + std::to_string(i), layers_[i]);
    register_module("norm" + std::to_string(i), norms_.back());
  }
}

torch::Tensor ResidualMlpImpl::forward(torch::Tensor x) {
  x = torch::elu(fc_in->forward(x));
  for (size_t i = 0; i < layers_.size(); ++i) {
    auto& layer = layers_[i];
    torch::Tensor y = torch::relu(layer(norms_[i](x)));
    x = x + y.mul(0.5);
  }
  x -= x.mean(-1, true);
  return fc_out(x) / 2;
}
