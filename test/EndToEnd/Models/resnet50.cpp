// ResNet-50: the network is a template over its block, the block's expansion a static constant.
// ROOT: ResNet<Bottleneck>({3, 4, 6, 3}, 10)
// INPUT: 2x3x32x32
#include <torch/torch.h>

#include <array>

struct BottleneckImpl : torch::nn::Module {
  static const int expansion;

  BottleneckImpl(int64_t inplanes, int64_t planes, int64_t stride = 1,
                 torch::nn::Sequential downsample = nullptr, int64_t groups = 1,
                 int64_t base_width = 64)
      : downsample(downsample) {
    const auto width = static_cast<int64_t>(planes * (base_width / 64.0)) * groups;
    conv1 = register_module(
        "conv1", torch::nn::Conv2d(torch::nn::Conv2dOptions(inplanes, width, 1).bias(false)));
    bn1 = register_module("bn1", torch::nn::BatchNorm2d(width));
    conv2 = register_module("conv2", torch::nn::Conv2d(torch::nn::Conv2dOptions(width, width, 3)
                                                           .stride(stride)
                                                           .padding(1)
                                                           .groups(groups)
                                                           .bias(false)));
    bn2 = register_module("bn2", torch::nn::BatchNorm2d(width));
    conv3 = register_module(
        "conv3",
        torch::nn::Conv2d(torch::nn::Conv2dOptions(width, planes * expansion, 1).bias(false)));
    bn3 = register_module(
        "bn3", torch::nn::BatchNorm2d(torch::nn::BatchNormOptions(planes * expansion).eps(1e-4)));
    if (!this->downsample.is_empty()) register_module("downsample", this->downsample);
  }

  torch::Tensor forward(torch::Tensor x) {
    auto identity = x;
    auto out = conv1->forward(x);
    out = bn1->forward(out).relu_();
    out = conv2->forward(out);
    out = bn2->forward(out).relu_();
    out = conv3->forward(out);
    out = bn3->forward(out);
    if (!downsample.is_empty()) identity = downsample->forward(x);
    out += identity;
    return out.relu_();
  }

  torch::nn::Conv2d conv1{nullptr}, conv2{nullptr}, conv3{nullptr};
  torch::nn::BatchNorm2d bn1{nullptr}, bn2{nullptr}, bn3{nullptr};
  torch::nn::Sequential downsample{nullptr};
};
const int BottleneckImpl::expansion = 4;
TORCH_MODULE(Bottleneck);

template <typename Block>
class ResNet : public torch::nn::Module {
public:
  ResNet(const std::vector<int>& layers, int64_t num_classes = 1000,
         bool zero_init_residual = false)
      : _inplanes(8) {
    conv1 = register_module(
        "conv1", torch::nn::Conv2d(
                     torch::nn::Conv2dOptions(3, _inplanes, 7).stride(2).padding(3).bias(false)));
    bn1 = register_module("bn1", torch::nn::BatchNorm2d(_inplanes));
    const std::array<int64_t, 4> widths{8, 16, 24, 32};
    layer1 = register_module("layer1", _make_layer(widths[0], layers.at(0)));
    layer2 = register_module("layer2", _make_layer(widths[1], layers.at(1), 2));
    layer3 = register_module("layer3", _make_layer(widths[2], layers.at(2), 2));
    layer4 = register_module("layer4", _make_layer(widths[3], layers.at(3), 2));
    fc = register_module("fc",
                         torch::nn::Linear(widths.back() * Block::Impl::expansion, num_classes));

    if (zero_init_residual) {
      for (auto& module : modules(false))
        if (auto* block = dynamic_cast<typename Block::Impl*>(module.get()))
          torch::nn::init::constant_(block->bn3->weight, 0);
    }
  }

  torch::Tensor forward(torch::Tensor x) {
    x = conv1->forward(x);
    x = bn1->forward(x).relu_();
    x = torch::max_pool2d(x, {3, 3}, {2, 2}, {1, 1});
    for (auto* layer : {&layer1, &layer2, &layer3, &layer4})
      x = (*layer)->forward(x);
    x = torch::adaptive_avg_pool2d(x, {1, 1});
    x = x.reshape({x.size(0), -1});
    return fc->forward(x);
  }

private:
  torch::nn::Sequential _make_layer(int64_t planes, int64_t blocks, int64_t stride = 1) {
    constexpr auto groups = 1;
    torch::nn::Sequential downsample = nullptr;
    if (stride != 1 || _inplanes != planes * Block::Impl::expansion) {
      downsample = torch::nn::Sequential(
          torch::nn::Conv2d(torch::nn::Conv2dOptions(_inplanes, planes * Block::Impl::expansion, 1)
                                .stride(stride)
                                .bias(false)),
          torch::nn::BatchNorm2d(planes * Block::Impl::expansion));
    }
    torch::nn::Sequential layers;
    layers->push_back(Block(_inplanes, planes, stride, downsample, groups));
    _inplanes = planes * Block::Impl::expansion;
    for (int i = 1; i < blocks; ++i)
      layers->push_back(Block(_inplanes, planes, 1, nullptr, groups));
    return layers;
  }

  int64_t _inplanes;
  torch::nn::Conv2d conv1{nullptr};
  torch::nn::BatchNorm2d bn1{nullptr};
  torch::nn::Sequential layer1{nullptr}, layer2{nullptr}, layer3{nullptr}, layer4{nullptr};
  torch::nn::Linear fc{nullptr};
};
