// AIM: continue in a do-while jumps to its condition, which may change something.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int n = 0, odd = 0;
    do {
      if (n % 2) continue;
      odd += n;
    } while (++n < 7);
    int outer = 0;
    for (int i = 0; i < 4; ++i) {
      switch (i) {
      case 0: continue;
      case 1:
      case 2: outer += 10; break;
      default: outer += 100;
      }
      outer += 1;
    }
    return x * odd + outer + n;
  }
};
