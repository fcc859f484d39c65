#include <torch/torch.h>

struct EncoderImpl : torch::nn::Module {
  EncoderImpl() {
    conv1 = register_module("conv1", torch::nn::Conv2d(3, 8, 3));
    act = register_module("act", torch::nn::SiLU());
    head = torch::nn::Linear(8, 4);
  }

  torch::Tensor forward(torch::Tensor x) {
    x = act(conv1(x));
    x = torch::relu(x.mean({2, 3}));
    return torch::softmax(head(x), 1);
  }

  torch::nn::Conv2d conv1{nullptr};
  torch::nn::SiLU act{nullptr};
  torch::nn::Linear head{nullptr};
};
TORCH_MODULE(Encoder);
