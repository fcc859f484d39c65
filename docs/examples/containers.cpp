#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  NetImpl() {
    for (int64_t width : {64, 32}) {
      layers->push_back(torch::nn::Linear(128, width));
      layers->push_back(torch::nn::ReLU(torch::nn::ReLUOptions(true)));
      layers->push_back(torch::nn::Dropout(0.1));
      layers->push_back(torch::nn::Linear(width, 128));
    }
    register_module("layers", layers);
    act = register_module("act", torch::nn::ReLU());
  }
  torch::Tensor forward(torch::Tensor x) { return act(layers->forward(x)); }
  torch::nn::Sequential layers;
  torch::nn::ReLU act{nullptr};
};
TORCH_MODULE(Net);
