// MobileNetV2 (Sandler et al., 2018), for the benchmark of inference.
#include <torch/torch.h>

#include <vector>

struct InvertedResidualImpl : torch::nn::Module {
  InvertedResidualImpl(int64_t in, int64_t out, int64_t stride, int64_t expansion)
      : is_residual(stride == 1 && in == out) {
    const int64_t hidden = in * expansion;
    torch::nn::Sequential layers;
    if (expansion != 1) add(layers, in, hidden, 1, 1, 1);
    add(layers, hidden, hidden, 3, stride, hidden);
    layers->push_back(torch::nn::Conv2d(torch::nn::Conv2dOptions(hidden, out, 1).bias(false)));
    layers->push_back(torch::nn::BatchNorm2d(out));
    conv = register_module("conv", layers);
  }

  static void add(torch::nn::Sequential& layers, int64_t in, int64_t out, int64_t kernel,
                  int64_t stride, int64_t groups) {
    layers->push_back(torch::nn::Conv2d(torch::nn::Conv2dOptions(in, out, kernel)
                                            .stride(stride)
                                            .padding(kernel / 2)
                                            .groups(groups)
                                            .bias(false)));
    layers->push_back(torch::nn::BatchNorm2d(out));
    layers->push_back(torch::nn::ReLU6(torch::nn::ReLU6Options(true)));
  }

  torch::Tensor forward(torch::Tensor x) {
    auto h = conv->forward(x);
    return is_residual ? x + h : h;
  }

  bool is_residual;
  torch::nn::Sequential conv{nullptr};
};
TORCH_MODULE(InvertedResidual);

struct MobileNetV2Impl : torch::nn::Module {
  MobileNetV2Impl() {
    struct Stage {
      int64_t expansion, channels, count, stride;
    };
    const std::vector<Stage> stages{{1, 16, 1, 1}, {6, 24, 2, 2},  {6, 32, 3, 2}, {6, 64, 4, 2},
                                    {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}};
    torch::nn::Sequential layers;
    InvertedResidualImpl::add(layers, 3, 32, 3, 2, 1);
    int64_t in = 32;
    for (const Stage& stage : stages)
      for (int64_t i = 0; i < stage.count; ++i) {
        layers->push_back(
            InvertedResidual(in, stage.channels, i == 0 ? stage.stride : 1, stage.expansion));
        in = stage.channels;
      }
    InvertedResidualImpl::add(layers, in, 1280, 1, 1, 1);
    features = register_module("features", layers);
    dropout = register_module("dropout", torch::nn::Dropout(0.2));
    classifier = register_module("classifier", torch::nn::Linear(1280, 1000));
  }

  torch::Tensor forward(torch::Tensor x) {
    x = features->forward(x);
    x = torch::adaptive_avg_pool2d(x, {1, 1}).flatten(1);
    return classifier->forward(dropout->forward(x));
  }

  torch::nn::Sequential features{nullptr};
  torch::nn::Dropout dropout{nullptr};
  torch::nn::Linear classifier{nullptr};
};
TORCH_MODULE(MobileNetV2);
