// U-Net: encoder and decoder in ModuleLists, the skip connections in a vector, odd sizes padded.
// ROOT: UNet(1, 3, std::vector<int>{4, 8, 16})
// INPUT: 2x1x32x32
#include <torch/torch.h>

#include <vector>

namespace nn = torch::nn;
namespace F = torch::nn::functional;

struct DoubleConvImpl : nn::Module {
  DoubleConvImpl(int in_channels, int out_channels)
      : step(nn::Conv2d(nn::Conv2dOptions(in_channels, out_channels, 3).padding(1)),
             nn::BatchNorm2d(out_channels), nn::ReLU(nn::ReLUOptions(true)),
             nn::Conv2d(nn::Conv2dOptions(out_channels, out_channels, 3).padding(1)),
             nn::BatchNorm2d(out_channels), nn::ReLU(nn::ReLUOptions(true))) {
    register_module("step", step);
  }
  torch::Tensor forward(const torch::Tensor& x) { return step->forward(x); }

  nn::Sequential step;
};
TORCH_MODULE(DoubleConv);

struct UpImpl : nn::Module {
  UpImpl(int in_channels, int out_channels)
      : up(register_module(
            "up", nn::ConvTranspose2d(
                      nn::ConvTranspose2dOptions(in_channels, out_channels, 2).stride(2)))),
        conv(register_module("conv", DoubleConv(2 * out_channels, out_channels))) {}

  torch::Tensor forward(torch::Tensor x, torch::Tensor skip) {
    x = up(x);
    return conv(torch::cat({skip, x}, /*dim=*/1));
  }

  nn::ConvTranspose2d up;
  DoubleConv conv;
};
TORCH_MODULE(Up);

class UNetImpl : public nn::Module {
public:
  UNetImpl(int in_channels, int classes, std::vector<int> widths) {
    int channels = in_channels;
    for (int width : widths) {
      down->push_back(DoubleConv(channels, width));
      channels = width;
    }
    bottom = register_module("bottom", DoubleConv(channels, 2 * channels));
    for (auto width = widths.rbegin(); width != widths.rend(); ++width)
      up->push_back(Up(2 * *width, *width));
    register_module("down", down);
    register_module("up", up);
    head = register_module("head", nn::Conv2d(nn::Conv2dOptions(widths.front(), classes, 1)));
  }

  torch::Tensor forward(torch::Tensor x) {
    std::vector<torch::Tensor> skips;
    for (const auto& module : *down) {
      x = module->as<DoubleConv>()->forward(x);
      skips.push_back(x);
      x = F::max_pool2d(x, F::MaxPool2dFuncOptions(2));
    }
    x = bottom->forward(x);
    for (size_t i = 0; i < up->size(); ++i) {
      x = up[i]->as<UpImpl>()->forward(x, skips.back());
      skips.pop_back();
    }
    return torch::sigmoid(head->forward(x));
  }

private:
  nn::ModuleList down, up;
  DoubleConv bottom{nullptr};
  nn::Conv2d head{nullptr};
};
TORCH_MODULE(UNet);
