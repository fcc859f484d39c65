// Options objects keep what was set, by LibTorch's names.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    auto options = torch::nn::Conv2dOptions(3, 8, {3, 5}).stride(2);
    options.padding({1, 2}).bias(false).padding_mode(torch::kReflect);
    conv = register_module("conv", torch::nn::Conv2d(options));
    lstm = register_module(
        "lstm", torch::nn::LSTM(torch::nn::LSTMOptions(8, 16).num_layers(2).batch_first(true)));
    relu = register_module("relu",
                           torch::nn::LeakyReLU(torch::nn::LeakyReLUOptions().negative_slope(0.2)));
  }
  torch::Tensor forward(torch::Tensor x) { return relu(conv(x)); }
  torch::nn::Conv2d conv{nullptr};
  torch::nn::LSTM lstm{nullptr};
  torch::nn::LeakyReLU relu{nullptr};
};

// CHECK: conv: torch::nn::Conv2d(in_channels = 3, out_channels = 8, kernel_size = (3, 5)) {stride = 2, padding = (1, 2), bias = False, padding_mode = "reflect"}
// CHECK: lstm: torch::nn::LSTM(input_size = 8, hidden_size = 16) {num_layers = 2, batch_first = True}
// CHECK: relu: torch::nn::LeakyReLU() {negative_slope = 0.2}
