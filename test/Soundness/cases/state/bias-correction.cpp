// AIM: Adam corrects its bias by a power of the count of calls.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int64_t step = 0;
  torch::Tensor mean = register_buffer("mean", torch::zeros({3}));
  torch::Tensor forward(torch::Tensor x) {
    ++step;
    mean.mul_(0.9).add_(x.detach().mean(0), 0.1);
    return mean / (1 - std::pow(0.9, step));
  }
};
