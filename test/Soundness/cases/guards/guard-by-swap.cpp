// AIM: Two owners of guards are swapped, and the other one ends first.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <memory>

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3}, second{3, 3};
  Net() {
    register_module("first", first);
    register_module("second", second);
  }
  torch::Tensor forward(torch::Tensor x) {
    auto a = std::make_unique<torch::AutoGradMode>(false);
    auto y = first(x);
    std::unique_ptr<torch::AutoGradMode> b;
    a.swap(b);
    a.reset();
    auto z = second(x);
    delete b.release();
    return y + z * second(x);
  }
};
