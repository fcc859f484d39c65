// AIM: throw; passes the same object on, with its type and what a handler changed in it.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Skip {
  int stages;
};
struct Net : torch::nn::Module {
  int unwind(int depth) {
    try {
      if (depth == 0) throw Skip{1};
      return unwind(depth - 1);
    } catch (Skip& skip) {
      skip.stages *= 3;
      throw;
    }
  }
  torch::Tensor forward(torch::Tensor x) {
    int stages = 0;
    try {
      stages = unwind(2);
    } catch (const std::exception&) {
      stages = -1;
    } catch (const Skip& skip) {
      stages = skip.stages;
    }
    return x * stages;
  }
};
