#include <torch/torch.h>

// fx: x=2x4
struct NetImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = fc(x);
    if (is_training()) x = act(x);
    return x;
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
  torch::nn::ReLU act{register_module("act", torch::nn::ReLU())};
};
TORCH_MODULE(Net);
