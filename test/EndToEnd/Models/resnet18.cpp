// ResNet-18 in the style of shared pointers: make_layer pushes blocks, downsample may stay empty.
// SAYS: (c) ok, same text and code
// ROOT: ResNet18(10)
// INPUT: 2x3x32x32
#include <torch/torch.h>

static torch::nn::Conv2dOptions conv_options(int64_t in, int64_t out, int64_t kernel,
                                             int64_t stride = 1, int64_t padding = 0) {
  return torch::nn::Conv2dOptions(in, out, kernel).stride(stride).padding(padding).bias(false);
}

struct BasicBlock : torch::nn::Module {
  static constexpr int64_t expansion = 1;

  BasicBlock(int64_t in, int64_t width, int64_t stride_ = 1,
             torch::nn::Sequential downsample_ = torch::nn::Sequential())
      : conv1(conv_options(in, width, 3, stride_, 1)), bn1(width),
        conv2(conv_options(width, width, 3, 1, 1)), bn2(width), downsample(downsample_),
        stride(stride_) {
    register_module("conv1", conv1);
    register_module("bn1", bn1);
    register_module("conv2", conv2);
    register_module("bn2", bn2);
    if (!downsample->is_empty()) register_module("downsample", downsample);
  }

  torch::Tensor forward(torch::Tensor x) {
    at::Tensor residual(x.clone());

    x = conv1->forward(x);
    x = bn1->forward(x);
    x = torch::relu(x);

    x = conv2->forward(x);
    x = bn2->forward(x);

    if (!downsample->is_empty()) residual = downsample->forward(residual);

    x += residual;
    x = torch::relu_(x);
    return x;
  }

  torch::nn::Conv2d conv1;
  torch::nn::BatchNorm2d bn1;
  torch::nn::Conv2d conv2;
  torch::nn::BatchNorm2d bn2;
  torch::nn::Sequential downsample;
  int64_t stride;
};

class ResNet18Impl : public torch::nn::Module {
public:
  explicit ResNet18Impl(int64_t num_classes)
      : conv1(conv_options(3, 8, 7, 2, 3)), bn1(8), fc(64 * BasicBlock::expansion, num_classes) {
    register_module("conv1", conv1);
    register_module("bn1", bn1);
    layer1 = register_module("layer1", make_layer(8, 2));
    layer2 = register_module("layer2", make_layer(16, 2, 2));
    layer3 = register_module("layer3", make_layer(32, 2, 2));
    layer4 = register_module("layer4", make_layer(64, 2, 2));
    register_module("fc", fc);

    for (auto& m : this->modules(false)) {
      if (m->name() == "torch::nn::Conv2dImpl") {
        for (auto& p : m->parameters())
          torch::nn::init::xavier_normal_(p);
      }
    }
  }

  torch::Tensor forward(torch::Tensor x) {
    x = conv1->forward(x);
    x = bn1->forward(x);
    x = torch::relu(x);
    x = torch::max_pool2d(x, 3, 2, 1);

    x = layer1->forward(x);
    x = layer2->forward(x);
    x = layer3->forward(x);
    x = layer4->forward(x);

    x = x.mean({2, 3}, /*keepdim=*/true);
    x = x.view({x.size(0), -1});
    return fc->forward(x);
  }

private:
  torch::nn::Sequential make_layer(int64_t width, int64_t blocks, int64_t stride = 1) {
    torch::nn::Sequential downsample;
    if (stride != 1 || inplanes != width * BasicBlock::expansion) {
      downsample = torch::nn::Sequential(
          torch::nn::Conv2d(conv_options(inplanes, width * BasicBlock::expansion, 1, stride)),
          torch::nn::BatchNorm2d(width * BasicBlock::expansion));
    }
    torch::nn::Sequential layers;
    layers->push_back(BasicBlock(inplanes, width, stride, downsample));
    inplanes = width * BasicBlock::expansion;
    for (int64_t i = 1; i < blocks; i++)
      layers->push_back(BasicBlock(inplanes, width));
    return layers;
  }

  int64_t inplanes = 8;
  torch::nn::Conv2d conv1;
  torch::nn::BatchNorm2d bn1;
  torch::nn::Sequential layer1{nullptr}, layer2{nullptr}, layer3{nullptr}, layer4{nullptr};
  torch::nn::Linear fc;
};
TORCH_MODULE(ResNet18);
