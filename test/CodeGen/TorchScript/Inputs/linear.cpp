#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 3))};
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};
