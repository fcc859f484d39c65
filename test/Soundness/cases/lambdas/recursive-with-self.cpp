// AIM: A generic lambda that gets itself as an argument recurses.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto depth = [](auto self, int n) -> int { return n < 2 ? 1 : self(self, n / 2) + 1; };
    auto fold = [&](auto self, torch::Tensor y, int n) -> torch::Tensor {
      return n == 0 ? y : self(self, torch::relu(y) + n, n - 1);
    };
    return fold(fold, x, depth(depth, 9));
  }
};
