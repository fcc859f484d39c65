// AIM: F::dropout follows the option that it is given, here the module's mode.
// EXPECT: equal or refused
// INPUT: torch::ones({8, 8})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    namespace F = torch::nn::functional;
    x = F::dropout(x, F::DropoutFuncOptions().p(0.5).training(is_training()));
    return x * 2;
  }
};
