#include <torch/torch.h>

// fx: x=2x4
struct NetImpl : torch::nn::Module {
  NetImpl() {
    one = register_module("one", torch::nn::Linear(4, 4));
    two = register_module("two", torch::nn::Linear(4, 4));
    torch::nn::init::zeros_(one->bias);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = one(x);
    x = two(x);
    return x.relu();
  }
  torch::nn::Linear one{nullptr}, two{nullptr};
};
TORCH_MODULE(Net);
