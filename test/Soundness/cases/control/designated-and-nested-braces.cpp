// AIM: Designated initialisers, brace elision and defaults of members that use others.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Config {
  int width = 1;
  int depth = width * 2;
  int total = width * 10 + depth;
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Config c{.width = 3, .depth = 4};
    Config d{5};
    int m[2][2] = {1, 2, 3};
    return x * c.total + d.total + m[1][0] * 10 + m[1][1] + d.depth * 100;
  }
};
