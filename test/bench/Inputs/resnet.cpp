// ResNet-18 and ResNet-50 (He et al., 2015), for the benchmark of inference.
#include <torch/torch.h>

#include <vector>

static torch::nn::Conv2d convolution(int64_t in, int64_t out, int64_t kernel, int64_t stride) {
  return torch::nn::Conv2d(
      torch::nn::Conv2dOptions(in, out, kernel).stride(stride).padding(kernel / 2).bias(false));
}

/// Two convolutions of 3x3, or one between two of 1x1.
struct BlockImpl : torch::nn::Module {
  BlockImpl(int64_t in, int64_t planes, int64_t stride, bool bottleneck) {
    const int64_t out = bottleneck ? planes * 4 : planes;
    torch::nn::Sequential layers;
    const auto add = [&](int64_t from, int64_t to, int64_t kernel, int64_t step) {
      layers->push_back(convolution(from, to, kernel, step));
      layers->push_back(torch::nn::BatchNorm2d(to));
    };
    if (bottleneck) {
      add(in, planes, 1, 1);
      layers->push_back(torch::nn::ReLU(true));
      add(planes, planes, 3, stride);
    } else {
      add(in, planes, 3, stride);
    }
    layers->push_back(torch::nn::ReLU(true));
    add(planes, out, bottleneck ? 1 : 3, 1);
    main = register_module("main", layers);
    if (stride != 1 || in != out)
      shortcut = register_module("shortcut", torch::nn::Sequential(convolution(in, out, 1, stride),
                                                                   torch::nn::BatchNorm2d(out)));
  }

  torch::Tensor forward(torch::Tensor x) {
    auto h = main->forward(x);
    h += shortcut.is_empty() ? x : shortcut->forward(x);
    return h.relu_();
  }

  torch::nn::Sequential main{nullptr}, shortcut{nullptr};
};
TORCH_MODULE(Block);

struct ResNetImpl : torch::nn::Module {
  ResNetImpl(const std::vector<int64_t>& blocks, bool bottleneck) {
    stem = register_module("stem", convolution(3, 64, 7, 2));
    norm = register_module("norm", torch::nn::BatchNorm2d(64));
    int64_t in = 64;
    torch::nn::Sequential all;
    for (size_t stage = 0; stage < blocks.size(); ++stage)
      for (int64_t i = 0; i < blocks[stage]; ++i) {
        const int64_t planes = int64_t(64) << stage;
        all->push_back(Block(in, planes, stage > 0 && i == 0 ? 2 : 1, bottleneck));
        in = bottleneck ? planes * 4 : planes;
      }
    layers = register_module("layers", all);
    fc = register_module("fc", torch::nn::Linear(in, 1000));
  }

  torch::Tensor forward(torch::Tensor x) {
    x = torch::relu(norm->forward(stem->forward(x)));
    x = torch::max_pool2d(x, 3, 2, 1);
    x = layers->forward(x);
    return fc->forward(torch::adaptive_avg_pool2d(x, {1, 1}).flatten(1));
  }

  torch::nn::Conv2d stem{nullptr};
  torch::nn::BatchNorm2d norm{nullptr};
  torch::nn::Sequential layers{nullptr};
  torch::nn::Linear fc{nullptr};
};
TORCH_MODULE(ResNet);
