// AIM: A member that is a view of a parameter follows it; a product computed in the constructor does not.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor weight, row, doubled;
  Net() {
    weight = register_parameter("weight", torch::ones({2, 3}));
    row = weight[1].detach();
    doubled = (weight * 2).detach();
  }
  torch::Tensor forward(torch::Tensor x) { return x * row + doubled[0] + weight[0]; }
};
