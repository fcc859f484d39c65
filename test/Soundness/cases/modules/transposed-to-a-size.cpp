// AIM: ConvTranspose with an output size, reflect padding and same padding.
// EXPECT: equal
// INPUT: torch::randn({2, 1, 6, 8})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Conv2d down{
      torch::nn::Conv2dOptions(1, 2, 3).stride(2).padding(1).padding_mode(torch::kReflect)};
  torch::nn::ConvTranspose2d up{torch::nn::ConvTranspose2dOptions(2, 1, 3).stride(2).padding(1)};
  torch::nn::Conv2d same{
      torch::nn::Conv2dOptions(1, 1, 3).padding(torch::kSame).dilation(2).bias(false)};
  Net() {
    register_module("down", down);
    register_module("up", up);
    register_module("same", same);
  }
  torch::Tensor forward(torch::Tensor x) {
    auto y = up(down(x), at::IntArrayRef({x.size(2), x.size(3)}));
    return same(y) + x;
  }
};
