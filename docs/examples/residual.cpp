#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(int64_t channels) {
    conv = register_module(
        "conv", torch::nn::Conv2d(torch::nn::Conv2dOptions(channels, channels, 3).padding(1)));
    norm = register_module("norm", torch::nn::BatchNorm2d(channels));
  }

  torch::Tensor forward(torch::Tensor x) {
    return torch::relu(x + norm->forward(conv->forward(x)));
  }

  torch::nn::Conv2d conv{nullptr};
  torch::nn::BatchNorm2d norm{nullptr};
};
TORCH_MODULE(Block);

struct ResidualImpl : torch::nn::Module {
  ResidualImpl() {
    for (int i = 0; i < 3; ++i)
      blocks.push_back(register_module("block" + std::to_string(i), Block(16)));
    head = register_module("head", torch::nn::Linear(16, 10));
  }

  torch::Tensor forward(torch::Tensor x) {
    for (auto& block : blocks)
      x = block->forward(x);
    return head->forward(x.mean({2, 3}));
  }

  std::vector<Block> blocks;
  torch::nn::Linear head{nullptr};
};
TORCH_MODULE(Residual);
