// A GAN's discriminator returned by a function: no class of its own, options with chained setters.
// ROOT: make_discriminator(8)
// INPUT: 2x1x28x28
#include <torch/torch.h>

struct DiscriminatorOptions {
  explicit DiscriminatorOptions(int64_t width) : width_(width) {}
  TORCH_ARG(int64_t, width);
  TORCH_ARG(double, slope) = 0.1;
  TORCH_ARG(bool, spectral) = false;
  TORCH_ARG(std::vector<int64_t>, multipliers) = { 1, 2, 4 };
};

class DiscriminatorImpl : public torch::nn::Cloneable<DiscriminatorImpl> {
public:
  explicit DiscriminatorImpl(const DiscriminatorOptions& options_) : options(options_) { reset(); }

  void reset() override {
    layers = torch::nn::Sequential();
    int64_t channels = 1;
    bool first = true;
    for (auto multiplier : options.multipliers()) {
      const auto out = options.width() * multiplier;
      layers->push_back(torch::nn::Conv2d(
          torch::nn::Conv2dOptions(channels, out, 4).stride(2).padding(1).bias(first)));
      if (!first)
        layers->push_back(torch::nn::BatchNorm2d(
            torch::nn::BatchNorm2dOptions(out).eps(1e-3).momentum(0.05).affine(true)));
      layers->push_back(torch::nn::LeakyReLU(
          torch::nn::LeakyReLUOptions().negative_slope(options.slope()).inplace(true)));
      channels = out;
      first = false;
    }
    layers->push_back(torch::nn::Conv2d(
        torch::nn::Conv2dOptions(channels, 1, 3).stride(1).padding(0).bias(false)));
    layers->push_back(torch::nn::Sigmoid());
    layers->push_back(torch::nn::Flatten(torch::nn::FlattenOptions().start_dim(0)));
    register_module("layers", layers);
  }

  void pretty_print(std::ostream& stream) const override { stream << "Discriminator"; }

  torch::Tensor forward(const torch::Tensor& images) { return layers->forward(images * 2 - 1); }

  DiscriminatorOptions options;
  torch::nn::Sequential layers{nullptr};
};
TORCH_MODULE(Discriminator);

inline Discriminator make_discriminator(int64_t width) {
  return Discriminator(DiscriminatorOptions(width).slope(0.2));
}
