#include <torch/torch.h>

struct DoubleImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor y) { return torch::cat({x, y}, 1); }
};
TORCH_MODULE(Double);

// fx: x=2x8
struct NetImpl : torch::nn::Module {
  NetImpl() { twice = register_module("twice", Double()); }
  torch::Tensor forward(torch::Tensor x) {
    x = torch::relu(x);
    for (int i = 0; i < 2; ++i)
      x = twice(twice(x, x), x);
    return x;
  }
  Double twice{nullptr};
};
TORCH_MODULE(Net);
