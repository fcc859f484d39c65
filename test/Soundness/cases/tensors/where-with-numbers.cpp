// AIM: where with scalars, masked_fill with a tensor, comparisons chained by &.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto in = (x > -0.5) & (x < 0.5) | (x == 1);
    auto a = torch::where(in, x, torch::tensor(2.0)), b = x.masked_fill(~in, -1),
         c = torch::where(in, 1.0, 0.0);
    return a + b + c + in.any() + in.all(1, true).logical_not();
  }
};
