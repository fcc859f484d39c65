// AIM: LibTorch refuses a convolution whose groups do not divide its channels; the handler goes on.
// EXPECT: equal or refused
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Conv1d grouped{nullptr};
  torch::nn::Linear plain{nullptr};
  Net() {
    try {
      grouped = register_module("grouped",
                                torch::nn::Conv1d(torch::nn::Conv1dOptions(3, 4, 1).groups(2)));
    } catch (const std::exception&) {
      plain = register_module("plain", torch::nn::Linear(3, 3));
    }
  }
  torch::Tensor forward(torch::Tensor x) { return plain.is_empty() ? x : plain(x); }
};
