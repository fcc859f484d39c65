#include "resnet.h"

namespace {

torch::nn::Conv2dOptions conv(int64_t in, int64_t out, int64_t kernel, int64_t stride) {
  return torch::nn::Conv2dOptions(in, out, kernel).stride(stride).padding(kernel / 2).bias(false);
}

torch::nn::Sequential layer(int64_t in, int64_t out, int64_t stride) {
  return torch::nn::Sequential(BasicBlock(in, out, stride), BasicBlock(out, out, 1));
}

} // namespace

BasicBlockImpl::BasicBlockImpl(int64_t in, int64_t out, int64_t stride)
    : conv1(conv(in, out, 3, stride)), conv2(conv(out, out, 3, 1)), bn1(out), bn2(out) {
  register_module("conv1", conv1);
  register_module("bn1", bn1);
  register_module("conv2", conv2);
  register_module("bn2", bn2);
  if (stride == 1 && in == out) return;
  downsample->push_back(torch::nn::Conv2d(conv(in, out, 1, stride)));
  downsample->push_back(torch::nn::BatchNorm2d(out));
  register_module("downsample", downsample);
}

torch::Tensor BasicBlockImpl::forward(torch::Tensor x) {
  auto shortcut = downsample->is_empty() ? x : downsample->forward(x);
  x = torch::relu(bn1(conv1(x)));
  x = bn2(conv2(x));
  return torch::relu(x + shortcut);
}

ResNet18Impl::ResNet18Impl(int64_t classes)
    : conv1(conv(3, 64, 7, 2)), bn1(64), layer1(layer(64, 64, 1)), layer2(layer(64, 128, 2)),
      layer3(layer(128, 256, 2)), layer4(layer(256, 512, 2)), fc(512, classes) {
  register_module("conv1", conv1);
  register_module("bn1", bn1);
  register_module("layer1", layer1);
  register_module("layer2", layer2);
  register_module("layer3", layer3);
  register_module("layer4", layer4);
  register_module("fc", fc);
}

torch::Tensor ResNet18Impl::forward(torch::Tensor x) {
  x = torch::max_pool2d(torch::relu(bn1(conv1(x))), 3, 2, 1);
  x = layer4->forward(layer3->forward(layer2->forward(layer1->forward(x))));
  x = torch::adaptive_avg_pool2d(x, {1, 1});
  return fc(x.flatten(1));
}
