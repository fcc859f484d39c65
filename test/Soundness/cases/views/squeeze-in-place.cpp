// AIM: unsqueeze_ and t_ change the shape of one handle, not of the views made before.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    auto flat = y.view({-1});
    y.t_();
    y.unsqueeze_(0);
    flat[1] = 9;
    y.squeeze_(0);
    return y * 2 + flat.sum() + y.size(0);
  }
};
