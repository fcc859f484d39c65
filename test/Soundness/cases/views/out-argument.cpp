// AIM: An _out function writes into its first argument and returns that same tensor.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto result = torch::empty({4, 3});
    auto& same = torch::mul_out(result, x, x);
    same += 1;
    torch::add_out(result, result, x);
    return result;
  }
};
