#include <torch/torch.h>

struct StemImpl : torch::nn::Module {
  explicit StemImpl(int64_t width) {
    conv = register_module("conv", torch::nn::Conv2d(3, width, 3));
    norm = register_module("norm", torch::nn::BatchNorm2d(width));
  }

  torch::Tensor forward(torch::Tensor x) {
    x = conv(x);
    return torch::relu(norm(x));
  }

  torch::nn::Conv2d conv{nullptr};
  torch::nn::BatchNorm2d norm{nullptr};
};
TORCH_MODULE(Stem);

struct ClassifierImpl : torch::nn::Module {
  ClassifierImpl() {
    stem = register_module("stem", Stem(16));
    norm = register_module("norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({16})));
  }

  torch::Tensor forward(torch::Tensor x) {
    x = stem(x);
    return norm(x.mean({2, 3}));
  }

  Stem stem{nullptr};
  torch::nn::LayerNorm norm{nullptr};
};
TORCH_MODULE(Classifier);
