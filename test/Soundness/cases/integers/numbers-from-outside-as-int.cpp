// AIM: An item or an argument of 64 bits wraps round in an int.
// EXPECT: equal
// INPUT: torch::tensor({4294967301L}), int64_t(4294967301)
#include <torch/torch.h>

struct Net : torch::nn::Module {
  static int64_t twice(int k) { return k * 2; }
  torch::Tensor forward(torch::Tensor x, int64_t n) {
    int k = n + 70000;
    int least = std::min<int64_t>(n, x.item<int64_t>());
    return x + twice(x.item<int64_t>()) + 10 * k + static_cast<int32_t>(n >> 1) + least;
  }
};
