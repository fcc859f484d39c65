#include <torch/torch.h>

struct DigitsImpl : torch::nn::Module {
  DigitsImpl() {
    stem->push_back(torch::nn::Conv2d(1, 8, 3)); // 26 x 26
    stem->push_back(torch::nn::ReLU());
    stem->push_back("pool", torch::nn::MaxPool2d(2));
    register_module("stem", stem);
    fc1 = register_module("fc1", torch::nn::Linear(1352, 64));
    fc2 = register_module("fc2", torch::nn::Linear(64, 10));
  }

  torch::Tensor forward(torch::Tensor x) {
    x = stem->forward(x);
    x = torch::relu(fc1(x.flatten(1)));
    x = torch::dropout(x, 0.5, is_training());
    return torch::log_softmax(fc2(x), 1);
  }

  torch::nn::Sequential stem;
  torch::nn::Linear fc1{nullptr}, fc2{nullptr};
};
TORCH_MODULE(Digits);
