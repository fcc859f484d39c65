// AIM: snprintf writes into a char array, padded with zeros and cut at the array's size.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <cstdio>

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3}, second{3, 3};
  Net() {
    char name[8];
    std::snprintf(name, sizeof(name), "fc%03d", 7);
    register_module(name, first);
    int wanted = std::snprintf(name, sizeof(name), "%s_%d", "projection", 12);
    register_module(name, second);
    scale = wanted;
  }
  double scale = 0;
  torch::Tensor forward(torch::Tensor x) { return second(first(x)) * scale; }
};
