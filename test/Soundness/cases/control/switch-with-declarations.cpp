// AIM: A switch may jump into the middle of a loop's or block's statements.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  static int copies(int count) {
    int rounds = (count + 3) / 4, done = 0;
    switch (count % 4) {
    case 0: do { ++done;
      case 3: ++done;
      case 2: ++done;
      case 1: ++done;
      } while (--rounds > 0);
    }
    return done;
  }
  torch::Tensor forward(torch::Tensor x) {
    return x * copies(7) + copies(4) * 10 + copies(9) * 100;
  }
};
