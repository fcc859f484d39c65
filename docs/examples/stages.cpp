#include <torch/torch.h>

struct StageImpl : torch::nn::Module {
  StageImpl(int64_t in, int64_t out, int64_t stride) {
    conv = register_module(
        "conv", torch::nn::Conv2d(
                    torch::nn::Conv2dOptions(in, out, 3).stride(stride).padding(1).bias(false)));
    norm = register_module("norm", torch::nn::BatchNorm2d(out));
  }

  torch::Tensor forward(torch::Tensor x) {
    auto out = conv->forward(x);
    out = norm->forward(out);
    return torch::relu(out);
  }

  torch::nn::Conv2d conv{nullptr};
  torch::nn::BatchNorm2d norm{nullptr};
};
TORCH_MODULE(Stage);

struct StagesImpl : torch::nn::Module {
  StagesImpl() {
    for (int64_t stride : {1, 2, 2})
      stages->push_back(Stage(16, 16, stride));
    register_module("stages", stages);
  }

  torch::Tensor forward(torch::Tensor x) { return stages->forward(x); }

  torch::nn::Sequential stages;
};
TORCH_MODULE(Stages);
