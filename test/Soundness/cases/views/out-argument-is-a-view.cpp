// AIM: An out argument that is a part of another tensor.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = torch::zeros({8, 3});
    auto top = y.slice(0, 0, 4), bottom = y.slice(0, 4, 8);
    torch::add_out(top, x, x);
    torch::mul_out(bottom, x, x);
    return y;
  }
};
