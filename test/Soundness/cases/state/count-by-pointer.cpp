// AIM: A count is raised through a pointer and a reference.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int calls = 0;
  int* where = &calls;
  torch::Tensor forward(torch::Tensor x) {
    ++*where;
    int& same = calls;
    same += 2;
    return x * *where;
  }
};
