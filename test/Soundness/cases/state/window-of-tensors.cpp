// AIM: A window of tensors moves on in each call.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::vector<torch::Tensor> window = std::vector<torch::Tensor>(3, torch::zeros({3}));
  torch::Tensor forward(torch::Tensor x) {
    window.erase(window.begin());
    window.push_back(window[0] * 0.5 + window[1] + 1);
    return x * window[0] + window[2];
  }
};
