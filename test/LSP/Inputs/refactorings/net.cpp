#include <torch/torch.h>

// é: columns of editors are no bytes.
struct BlockImpl : torch::nn::Module {
  BlockImpl() { conv = register_module("conv", torch::nn::Conv2d(4, 4, 3)); }
  torch::Tensor forward(torch::Tensor x) { return torch::relu(conv(x)); }
  torch::nn::Conv2d conv{nullptr};
};
TORCH_MODULE(Block);

// fx: x=1x4x16x16
struct NetImpl : torch::nn::Module {
  NetImpl() {
    first = register_module("first", torch::nn::Conv2d(4, 4, 3));
    second = register_module("second", torch::nn::Conv2d(4, 4, 3));
    pool = register_module("pool", torch::nn::MaxPool2d(2));
    block = register_module("block", Block());
  }
  torch::Tensor forward(torch::Tensor x) {
    /* é */ x = torch::relu(first(x));
    x = second(x);
    x = pool(x);
    return block(x).flatten(1);
  }
  torch::nn::Conv2d first{nullptr}, second{nullptr};
  torch::nn::MaxPool2d pool{nullptr};
  Block block{nullptr};
};
TORCH_MODULE(Net);
