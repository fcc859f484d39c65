// AIM: A switch into a loop, with fall through.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int n = 7, turns = 0, sum = 0;
    switch (n % 4) {
    case 0:
      do {
        sum += 1;
        [[fallthrough]];
      case 3: sum += 10; [[fallthrough]];
      case 2: sum += 100; [[fallthrough]];
      case 1: sum += 1000;
      } while (++turns < 2);
    }
    return x + sum;
  }
};
