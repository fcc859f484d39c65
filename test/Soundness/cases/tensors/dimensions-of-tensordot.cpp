// AIM: tensordot takes the dimensions of each tensor apart.
// EXPECT: equal
// INPUT: torch::randn({3, 3, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    const std::vector<int64_t> last{2};
    return torch::tensordot(x, x, {0, 1}, {1, 2}) + torch::tensordot(x, x[0], last, {0}).sum(0) +
           torch::tensordot(x, x, {1, 2, 0}, {0, 1, 2});
  }
};
