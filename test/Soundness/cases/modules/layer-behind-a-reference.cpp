// AIM: A function in a Sequential returns a reference to its argument: the module behind it is called with what that holds, and the Sequential returns what its last module does.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

inline torch::Tensor& rectify(const torch::Tensor& x) {
  return x.relu_();
}

struct Net : torch::nn::Module {
  torch::nn::Sequential layers;
  Net() {
    layers->push_back(torch::nn::Linear(3, 3));
    layers->push_back(torch::nn::Functional(torch::nn::Functional(rectify)));
    layers->push_back(torch::nn::Linear(3, 3));
    register_module("layers", layers);
  }
  torch::Tensor forward(torch::Tensor x) { return layers->forward(x) + x; }
};
