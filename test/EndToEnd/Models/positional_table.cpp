// A sinus table and a mask computed in the constructor, parameters of the module's own, and in-place
// operators whose order matters.
// ROOT: PositionalMixer(12, 32)
// INPUT: 2x7x12
#include <torch/torch.h>

#include <cmath>

using namespace torch::indexing;

struct PositionalMixerImpl : torch::nn::Module {
  PositionalMixerImpl(int64_t width, int64_t max_length) {
    auto table = torch::zeros({max_length, width});
    auto position = torch::arange(0, max_length, torch::kFloat).unsqueeze(1);
    auto frequency = torch::exp(torch::arange(0, width, 2).to(torch::kFloat) *
                                (-std::log(10000.0) / static_cast<double>(width)));
    table.index_put_({Slice(), Slice(0, None, 2)}, torch::sin(position * frequency));
    table.index_put_({Slice(), Slice(1, None, 2)}, torch::cos(position * frequency));
    table_ = register_buffer("table", table.unsqueeze(0));
    mask_ = register_buffer("mask", torch::tril(torch::ones({max_length, max_length})));
    gain_ = register_parameter("gain", torch::ones(width) * 0.75);
    offset_ = register_parameter("offset", torch::randn({1, 1, width}));
    scale_ = register_buffer("scale", torch::tensor({0.5, 2.0}));
    frozen_ = register_parameter("frozen", torch::rand({width, width}), /*requires_grad=*/false);
  }

  torch::Tensor forward(torch::Tensor x) {
    const int64_t length = x.size(1);
    auto y = x + table_.index({Slice(), Slice(None, length)});
    y.mul_(gain_).add_(offset_);
    y.clamp_(-3.0, 3.0);
    auto weights = mask_.narrow(0, 0, length).narrow(1, 0, length);
    weights = weights / weights.sum(-1, /*keepdim=*/true);
    auto z = torch::matmul(weights, y);
    z.index_put_({Slice(), 0}, 0.0);
    z[0] = z[1] * scale_[0];
    z.index_put_({"...", 0}, y.index({"...", -1}) * scale_[1]);
    z += torch::matmul(y, frozen_.t());
    z *= scale_[1];
    return z - gain_;
  }

  torch::Tensor table_, mask_, gain_, offset_, scale_, frozen_;
};
TORCH_MODULE(PositionalMixer);
