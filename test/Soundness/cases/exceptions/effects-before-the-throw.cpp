// AIM: Writes made before an exception stay, in tensors and in numbers.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    int done = 0;
    try {
      for (int row = 0; row < 4; ++row) {
        y[row].mul_(row + 2);
        ++done;
        if (row == 1) throw row;
      }
    } catch (int row) {
      y[row] += 100;
    }
    return y * done;
  }
};
