#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc(x)); }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Block);

// fx: x=2x4
struct NetImpl : torch::nn::Module {
  NetImpl() { loose = Block(); }
  torch::Tensor forward(torch::Tensor x) {
    x = loose->forward(x);
    return block->forward(x);
  }
  Block loose{nullptr}, block{register_module("block", Block())};
};
TORCH_MODULE(Net);
