// AIM: The first call uses a table before it writes to it, and the next one finds what was written.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor table;
  torch::Tensor forward(torch::Tensor x) {
    const bool fresh = !table.defined();
    if (fresh) table = torch::zeros({3});
    auto y = table + x;
    if (fresh) table.add_(1);
    return y;
  }
};
