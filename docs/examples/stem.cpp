#include <torch/torch.h>

struct StemImpl : torch::nn::Module {
  explicit StemImpl(int64_t width = 16) {
    layers->push_back(torch::nn::Conv2d(torch::nn::Conv2dOptions(3, width, 3).bias(false)));
    layers->push_back(torch::nn::BatchNorm2d(width));
    register_module("layers", layers);
    register_module("conv", conv);
    register_module("norm", norm);
  }

  torch::Tensor forward(torch::Tensor x) {
    return torch::relu(norm(conv(torch::relu(layers->forward(x)))));
  }

  torch::nn::Sequential layers;
  torch::nn::Conv2d conv{torch::nn::Conv2dOptions(16, 32, 3)};
  torch::nn::BatchNorm2d norm{32};
};
TORCH_MODULE(Stem);
