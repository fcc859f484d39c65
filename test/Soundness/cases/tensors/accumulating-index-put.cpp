// AIM: index_put_ with accumulate adds for each repeated index.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto histogram = torch::zeros({4});
    auto bins = torch::tensor({0, 2, 2, 3});
    histogram.index_put_({bins}, x.select(1, 0), true);
    return x + histogram.unsqueeze(1);
  }
};
