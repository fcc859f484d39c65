// AIM: An integer above 2^24 that goes through float on its way to double is rounded to what a float holds.
// EXPECT: equal
// INPUT: torch::randn({3, 1}, torch::kFloat64)
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::vector<torch::Tensor> forward(torch::Tensor x) {
    const int64_t large = (x.size(0) << 24) + x.size(1);
    const float single = large;
    const double rounded = single;
    const double third = 1.0f / x.size(0);
    return {torch::full({2}, rounded - static_cast<double>(large), torch::kFloat64),
            x * ((third - 1.0 / 3) * 1e8)};
  }
};
