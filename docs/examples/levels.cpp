#include <torch/torch.h>

struct LevelImpl : torch::nn::Module {
  explicit LevelImpl(bool tracks = true) {
    conv = register_module("conv", torch::nn::Conv2d(torch::nn::Conv2dOptions(8, 8, 3)));
    norm = register_module(
        "norm",
        torch::nn::BatchNorm2d(torch::nn::BatchNorm2dOptions(8).track_running_stats(tracks)));
  }

  torch::Tensor forward(torch::Tensor x) {
    auto out = conv->forward(x);
    out = norm->forward(out);
    return torch::relu(out);
  }

  torch::nn::Conv2d conv{nullptr};
  torch::nn::BatchNorm2d norm{nullptr};
};
TORCH_MODULE(Level);

struct Levels : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return last->forward(first->forward(x)); }

  Level first{register_module("first", Level())};
  Level last{register_module("last", Level(false))};
};
