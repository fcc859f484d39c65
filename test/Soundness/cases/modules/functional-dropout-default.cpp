// AIM: F::dropout is in training mode unless told otherwise.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    namespace F = torch::nn::functional;
    auto a = F::dropout(x, F::DropoutFuncOptions().p(0.5));
    auto b = torch::dropout(x, 0.5, is_training());
    return a + b * 2;
  }
};
