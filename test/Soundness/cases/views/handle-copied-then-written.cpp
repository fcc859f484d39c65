// AIM: A copy of a Tensor is another handle of the same data; clone is not, detach is.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * 2;
    torch::Tensor same = y, own = y.clone(), detached = y.detach();
    y += 1;
    detached.mul_(10);
    y = y + 5;
    same.sub_(1);
    return y + same + own + detached;
  }
};
