#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  BlockImpl() { conv = register_module("conv", torch::nn::Conv2d(4, 4, 3)); }
  torch::Tensor forward(torch::Tensor x) { return torch::relu(conv(x)); }
  torch::nn::Conv2d conv{nullptr};
};
TORCH_MODULE(Block);

// fx: x=1x4x16x16
struct NetImpl : torch::nn::Module {
  NetImpl() { block = register_module("block", Block()); }
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    return x.flatten(1);
  }
  Block block{nullptr};
};
TORCH_MODULE(Net);

template <class T>
auto weight_of(T& net) {
  return net.block->conv->weight;
}
auto weight(NetImpl& net) {
  return weight_of(net);
}
