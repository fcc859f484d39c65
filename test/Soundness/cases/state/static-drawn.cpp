// AIM: A static that is drawn in the first call is refused.
// EXPECT: refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    static torch::Tensor noise = torch::randn({3});
    noise = noise * 0.5;
    return x * noise;
  }
};
