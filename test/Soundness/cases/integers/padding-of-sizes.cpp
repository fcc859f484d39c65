// AIM: C++ division and modulo of a negative difference of sizes round towards zero.
// EXPECT: equal
// INPUT: torch::randn({4, 5})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int64_t missing = (x.size(0) - x.size(1) - 2) / 2;
    int64_t rest = (x.size(0) - 7) % 2;
    int64_t round = (-x.size(1) + 1) / 3 * 3;
    return x * missing + rest * 10 + round * 100;
  }
};
