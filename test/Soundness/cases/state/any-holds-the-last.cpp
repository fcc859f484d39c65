// AIM: A std::any member changes its contents, and its type, in forward.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <any>

struct Net : torch::nn::Module {
  std::any last;
  torch::Tensor forward(torch::Tensor x) {
    if (!last.has_value()) {
      last = 5;
    } else if (auto* number = std::any_cast<int>(&last)) {
      last = 0.5 * *number;
    }
    auto* factor = std::any_cast<double>(&last);
    return factor ? x * *factor : x + std::any_cast<int>(last);
  }
};
