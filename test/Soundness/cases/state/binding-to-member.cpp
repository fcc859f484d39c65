// AIM: A structured binding by reference to a member pair writes to the member.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::pair<int, double> position{0, 1.0};
  torch::Tensor forward(torch::Tensor x) {
    auto& [step, scale] = position;
    ++step;
    scale /= 2;
    return x * scale + step;
  }
};
