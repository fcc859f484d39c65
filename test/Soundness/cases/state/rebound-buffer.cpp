// AIM: Assigning to the handle of a buffer rebinds the member only; the registered buffer stays.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor peak;
  Net() { peak = register_buffer("peak", torch::zeros({3})); }
  torch::Tensor forward(torch::Tensor x) {
    peak = torch::max(peak, std::get<0>(x.detach().max(0)));
    return x / (peak + 1);
  }
};
