// AIM: A comma operator evaluates its left side for its effect and gives the right one.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int n = 0;
    for (int i = 0, j = 9; x = x + 1, i < j; i += 2, j -= 1)
      n += j;
    int last = (n += 5, n * 2);
    while (--n, n > 40)
      last++;
    return x * last + n;
  }
};
