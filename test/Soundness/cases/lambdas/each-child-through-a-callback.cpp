// AIM: A user's function that takes a std::function by reference calls it for each element.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <array>
#include <functional>

struct Net : torch::nn::Module {
  std::array<double, 3> gains{2, 3, 5};
  void visit(const std::function<void(double&)>& call) {
    for (double& gain : gains)
      std::invoke(call, gain);
  }
  torch::Tensor forward(torch::Tensor x) {
    gains = {2, 3, 5};
    visit([&](double& gain) {
      x = x + gain;
      gain *= 2;
    });
    return x * gains[2];
  }
};
