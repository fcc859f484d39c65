// AIM: index_add_ and index_copy_ write the rows that an index names, repeated ones too.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto index = torch::tensor({0, 2, 2});
    auto y = torch::zeros({4, 3});
    y.index_add_(0, index, x.narrow(0, 0, 3));
    y.index_fill_(1, torch::tensor({1}), 3);
    y.index_copy_(0, torch::tensor({3}), x.narrow(0, 1, 1));
    return y.index_select(0, index) + x.narrow(0, 1, 3);
  }
};
