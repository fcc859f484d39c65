// AIM: to_string of an unsigned 64-bit number and of a float print what the type holds.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3}, second{3, 3};
  Net() {
    size_t none = std::string("abc").find('x');
    register_module("at" + std::to_string(none), first);
    auto text = std::to_string(0.1f);
    register_module("p" + text.substr(2), second);
  }
  torch::Tensor forward(torch::Tensor x) { return second(first(x)); }
};
