#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  BlockImpl(int64_t channels = 16) {
    conv = register_module(
        "conv", torch::nn::Conv2d(torch::nn::Conv2dOptions(channels, channels, 3).bias(false)));
    norm = register_module("norm", torch::nn::BatchNorm2d(channels));
    dropout = register_module("dropout", torch::nn::Dropout(0.1));
  }

  torch::Tensor forward(torch::Tensor x) {
    x = conv->forward(x);
    x = torch::relu(norm->forward(x)); // as in the paper
    x = dropout->forward(x);
    /* Swish */ x = x * torch::sigmoid(x);
    return x;
  }

  torch::nn::Conv2d conv{nullptr};
  torch::nn::BatchNorm2d norm{nullptr};
  torch::nn::Dropout dropout{nullptr};
};
TORCH_MODULE(Block);
