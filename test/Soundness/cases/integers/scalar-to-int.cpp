// AIM: Scalar::toInt, toLong and to<T> cut what item() gives.
// EXPECT: equal or refused
// INPUT: torch::full({1}, -2.75), 2.7
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, double v) {
    torch::Scalar s(v);
    int64_t n = x.item().toDouble();
    return x + x.item().toInt() / 2 + 10 * s.toLong() + 100 * x.item().to<int64_t>() + 1000 * n;
  }
};
