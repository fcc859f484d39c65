// AIM: std::transform assigns its results to elements of the destination's type.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <algorithm>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<double> rates{0.9, 1.9, 2.9};
    std::vector<int> steps(3);
    std::transform(rates.begin(), rates.end(), steps.begin(), [](double r) { return r * 2; });
    std::vector<float> back(steps.begin(), steps.end());
    return x * (steps[0] + 10 * steps[1] + 100 * steps[2]) + back[2] / 2;
  }
};
