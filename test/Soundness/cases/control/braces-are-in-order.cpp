// AIM: Elements of a braced list are evaluated from left to right.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Triple {
  int a, b, c;
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int n = 0;
    Triple triple{++n, ++n * 10, ++n * 100};
    std::vector<torch::Tensor> parts{x.add_(1), x.mul(2), x.add_(5)};
    std::tuple<int, int> pair{n++, n};
    return parts[1] + x + triple.a + triple.b + triple.c + std::get<0>(pair) * std::get<1>(pair);
  }
};
