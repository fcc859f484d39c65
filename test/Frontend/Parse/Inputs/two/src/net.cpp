#include "../include/block.h"

struct Net : torch::nn::Module {
  Net() { block = register_module("block", Block(4)); }
  torch::Tensor forward(torch::Tensor x) { return torch::relu(block(x)); }
  Block block{nullptr};
};
