// AIM: std::tie assigns each part of a tuple to a variable of another type.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  static std::tuple<torch::Tensor, double, int> parts(torch::Tensor x) { return {x * 2, 3.9, 300}; }
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor y;
    int count;
    int8_t small;
    std::tie(y, count, small) = parts(x);
    auto [z, ratio, whole] = std::tuple<torch::Tensor, float, int64_t>(parts(y));
    return z * count + small + (ratio - 3.9) * 1e7 + whole / 7;
  }
};
