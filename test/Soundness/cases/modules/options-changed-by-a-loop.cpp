// AIM: Options of children that a loop in the constructor changes hold for their calls.
// EXPECT: equal or refused
// INPUT: torch::randn({6, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::LeakyReLU first{torch::nn::LeakyReLUOptions().negative_slope(0.1)};
  torch::nn::LeakyReLU second{torch::nn::LeakyReLUOptions().negative_slope(0.1)};
  torch::nn::LayerNorm norm{torch::nn::LayerNormOptions({3})};
  Net() {
    register_module("first", first);
    register_module("second", second);
    register_module("norm", norm);
    double slope = 0.25;
    for (auto* layer : {&first, &second})
      (*layer)->options.negative_slope(slope *= 2);
    norm->options.eps(0.5);
  }
  torch::Tensor forward(torch::Tensor x) { return second(first(norm(x)) * 2 - 1); }
};
