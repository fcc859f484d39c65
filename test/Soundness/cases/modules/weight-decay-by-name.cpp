// AIM: A loop over named_parameters in the constructor scales the weights that its test picks.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{3, 3};
  torch::nn::BatchNorm1d norm{3};
  Net() {
    register_module("fc", fc);
    register_module("norm", norm);
    torch::NoGradGuard no_grad;
    int scaled = 0;
    for (auto& item : named_parameters()) {
      if (item.value().dim() < 2) continue;
      item.value().mul_(0.5);
      ++scaled;
    }
    gain = scaled;
  }
  torch::Tensor forward(torch::Tensor x) { return norm(fc(x)) * gain; }
  double gain = 0;
};
