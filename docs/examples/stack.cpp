#include <torch/torch.h>

struct StackImpl : torch::nn::Module {
  explicit StackImpl(int64_t depth = 3) {
    for (int64_t i = 0; i < depth; ++i)
      layers_.push_back(register_module("fc" + std::to_string(i), torch::nn::Linear(8, 8)));
  }

  torch::Tensor forward(torch::Tensor x) {
    for (auto& layer : layers_)
      x = torch::relu(layer(x));
    return x;
  }

  std::vector<torch::nn::Linear> layers_;
};
TORCH_MODULE(Stack);
