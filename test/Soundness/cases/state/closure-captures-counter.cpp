// AIM: A closure made in the constructor captures a local by value and is mutable; its copy lives on.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::vector<std::function<double()>> schedules;
  Net() {
    for (double start : {1.0, 10.0})
      schedules.push_back([start, n = 0]() mutable { return start * ++n; });
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto& schedule : schedules)
      x = x + schedule();
    return x;
  }
};
