// AIM: std::max and std::clamp return references to one of their arguments.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <algorithm>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int a = 3, b = 5, low = 0, high = 4;
    const int& larger = std::max(a, b);
    const int& held = std::clamp(b, low, high);
    b = 50;
    high = 7;
    auto [least, most] = std::minmax({4, 1, 9});
    return x * larger + held * 10 + least * 100 + most * 1000 + std::min(a, low);
  }
};
