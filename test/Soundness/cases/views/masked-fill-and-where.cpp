// AIM: masked_fill gives a new tensor, masked_fill_ and masked_scatter_ write.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto mask = x > 0;
    auto y = x.clone();
    auto filled = y.masked_fill(mask, 5);
    y.masked_fill_(~mask, -5);
    mask.zero_();
    y.masked_scatter_(x > 1, torch::ones({12}));
    return filled + y + mask.sum();
  }
};
