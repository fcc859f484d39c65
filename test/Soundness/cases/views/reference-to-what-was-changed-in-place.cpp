// AIM: A reference to what relu_ returns is assigned: the variable itself gets the new tensor.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto h = x * 2;
    auto& same = h.relu_();
    same = same + 1;
    return h;
  }
};
