// AIM: A setter of options returns a reference to the object, which it also changes.
// EXPECT: equal
// INPUT: torch::randn({2, 4, 6, 6})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::MaxPool2d pool{nullptr};
  torch::nn::BatchNorm2d norm{nullptr};
  Net() {
    torch::nn::MaxPool2dOptions options(3);
    auto& same = options.stride(2);
    auto copy = options.padding(1);
    same.ceil_mode(true);
    copy.stride(1);
    pool = register_module("pool", torch::nn::MaxPool2d(options));
    norm = register_module(
        "norm", torch::nn::BatchNorm2d(torch::nn::BatchNormOptions(copy.stride()->at(0) * 4)));
  }
  torch::Tensor forward(torch::Tensor x) { return norm(pool(x)); }
};
