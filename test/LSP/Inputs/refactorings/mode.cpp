#include <torch/torch.h>

// fx: x=2x4
struct NetImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::dropout(fc(x), 0.5, is_training()); }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Net);
