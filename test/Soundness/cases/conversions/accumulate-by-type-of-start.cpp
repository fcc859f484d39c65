// AIM: std::accumulate computes in the type of its initial value: 0 cuts each sum down.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <functional>
#include <numeric>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<double> parts{0.5, 0.75, 1.5};
    auto cut = std::accumulate(parts.begin(), parts.end(), 0);
    auto whole = std::accumulate(parts.begin(), parts.end(), 0.0);
    auto product = std::accumulate(parts.begin(), parts.end(), 10, std::multiplies<>());
    return x * cut + whole * 10 + product * 100;
  }
};
