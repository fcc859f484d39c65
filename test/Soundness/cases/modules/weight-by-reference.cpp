// AIM: A reference to a layer's weight rebinds it, a copy of the handle does not.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{3, 3};
  Net() {
    register_module("fc", fc);
    auto copy = fc->weight;
    copy = torch::zeros({3, 3});
    torch::Tensor& bias = fc->bias;
    bias = torch::ones({3});
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x) + fc->bias; }
};
