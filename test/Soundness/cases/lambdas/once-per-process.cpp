// AIM: std::call_once runs its function in the first call only.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <mutex>

struct Net : torch::nn::Module {
  std::once_flag flag;
  double scale = 1;
  torch::Tensor forward(torch::Tensor x) {
    std::call_once(flag, [&] { scale = 5; });
    return x * scale;
  }
};
