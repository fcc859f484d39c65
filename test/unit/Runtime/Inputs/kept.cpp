// What a state dict has, and what a model keeps beside it: LoadTest.cpp.
#include <torch/torch.h>

struct Kept : torch::nn::Module {
  Kept() {
    conv = register_module(
        "conv", torch::nn::Conv2d(
                    torch::nn::Conv2dOptions(1, 2, 3).padding(1).padding_mode(torch::kReflect)));
    bn = register_module("bn", torch::nn::BatchNorm2d(2));
    again = register_module("again", conv);
    scale = register_parameter("scale", torch::ones({2, 1, 1}) * 3);
    table = register_buffer("table", torch::arange(4, torch::kFloat));
    constant = torch::full({1}, 2.0);
    hidden = torch::nn::Linear(4, 4);
    parts =
        register_module("parts", torch::nn::Sequential(torch::nn::Linear(4, 4), torch::nn::ReLU()));
  }
  torch::Tensor forward(torch::Tensor x) {
    x = again->forward(bn->forward(conv->forward(x)).mean(1, true)) * scale + table;
    x = torch::dropout(x, 0.5, is_training());
    return parts->forward(hidden->forward(x)) * constant;
  }
  torch::nn::Conv2d conv{nullptr}, again{nullptr};
  torch::nn::BatchNorm2d bn{nullptr};
  torch::nn::Linear hidden{nullptr};
  torch::nn::Sequential parts;
  torch::Tensor scale, table, constant;
};
