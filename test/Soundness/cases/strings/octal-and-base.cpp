// AIM: std::oct and std::showbase stay in force for the numbers that follow in the stream.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <sstream>

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3}, second{3, 3};
  Net() {
    std::stringstream name;
    name << "l" << std::oct << std::showbase << 8 << "n" << 9;
    register_module(name.str(), first);
    name.str("");
    name << std::dec << 10;
    register_module("l" + name.str(), second);
  }
  torch::Tensor forward(torch::Tensor x) { return second(first(x)); }
};
