// AIM: x[i] -= x[j] * a of rows, as elimination does.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    for (int i = 1; i < 4; ++i) {
      y[i] -= y[0] * (0.5 * i);
      y[i][0] = i;
    }
    return y;
  }
};
