// ResNet-18 with the names that torchvision gives its modules.
#pragma once

#include <torch/torch.h>

#include <string>

struct BasicBlockImpl : torch::nn::Module {
  BasicBlockImpl(int64_t in, int64_t out, int64_t stride)
      : conv1(conv(in, out, 3, stride, 1)), bn1(out), conv2(conv(out, out, 3, 1, 1)), bn2(out) {
    register_module("conv1", conv1);
    register_module("bn1", bn1);
    register_module("relu", relu);
    register_module("conv2", conv2);
    register_module("bn2", bn2);
    if (stride != 1)
      downsample = register_module(
          "downsample", torch::nn::Sequential(torch::nn::Conv2d(conv(in, out, 1, stride)),
                                              torch::nn::BatchNorm2d(out)));
  }

  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor out = bn2(conv2(relu(bn1(conv1(x)))));
    if (downsample) x = downsample->forward(x);
    return relu(out + x);
  }

  static torch::nn::Conv2dOptions conv(int64_t in, int64_t out, int64_t kernel, int64_t stride,
                                       int64_t padding = 0) {
    return torch::nn::Conv2dOptions(in, out, kernel).stride(stride).padding(padding).bias(false);
  }

  torch::nn::Conv2d conv1;
  torch::nn::BatchNorm2d bn1;
  torch::nn::ReLU relu;
  torch::nn::Conv2d conv2;
  torch::nn::BatchNorm2d bn2;
  torch::nn::Sequential downsample{nullptr};
};
TORCH_MODULE(BasicBlock);

struct ResNet18Impl : torch::nn::Module {
  ResNet18Impl() : conv1(BasicBlockImpl::conv(3, 64, 7, 2, 3)), bn1(64) {
    register_module("conv1", conv1);
    register_module("bn1", bn1);
    register_module("relu", relu);
    register_module("maxpool", maxpool);
    int64_t in = 64;
    for (int64_t i = 0; i < 4; ++i) {
      const int64_t out = 64 << i;
      layers->push_back(
          torch::nn::Sequential(BasicBlock(in, out, i == 0 ? 1 : 2), BasicBlock(out, out, 1)));
      register_module("layer" + std::to_string(i + 1), layers[i]);
      in = out;
    }
    register_module("avgpool", avgpool);
    register_module("fc", fc);
  }

  torch::Tensor forward(torch::Tensor x) {
    x = maxpool(relu(bn1(conv1(x))));
    for (const auto& layer : *layers)
      x = layer->as<torch::nn::Sequential>()->forward(x);
    return fc(torch::flatten(avgpool(x), 1));
  }

  torch::nn::Conv2d conv1;
  torch::nn::BatchNorm2d bn1;
  torch::nn::ReLU relu;
  torch::nn::MaxPool2d maxpool{torch::nn::MaxPool2dOptions(3).stride(2).padding(1)};
  torch::nn::ModuleList layers; // not registered: its members are, as layer1 to layer4
  torch::nn::AdaptiveAvgPool2d avgpool{torch::nn::AdaptiveAvgPool2dOptions({1, 1})};
  torch::nn::Linear fc{512, 1000};
};
TORCH_MODULE(ResNet18);
